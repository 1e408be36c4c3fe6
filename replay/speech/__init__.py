"""From ids to words, for everything that is shown.

`voice.Voice` knows the names of one match in one language, `log_lines` writes its events, `fuzzy`
and `suggestions` find what a misspelt word may have meant, `notation_help` tells how a game is
typed. Every room above uses them; they read `fold` and know nothing of a terminal.
"""
