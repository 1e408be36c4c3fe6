"""From ids to words: names, log lines, close matches of misspelt words, notation help."""
