"""Recording and stepping at a terminal or through a pipe: the live prompt, its page, replies."""
