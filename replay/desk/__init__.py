"""The typed language of the recorder: commands, questions, corrections, completion, replies."""
