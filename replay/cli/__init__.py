"""The command line. It is the top floor: nothing in `replay` imports it.

`app.main` is where a process starts; `usage` reads the command line; `command` gives every command
the shared options. A command returns what it shows (`output.Shown`); what it raises becomes a
paragraph and an exit code in `failures`. `context` finds the match of a command. There is a package
for every panel of the help (`what_if` is a module), and `terminal` for what reads keys and lines.
"""
