"""The panel Record: opening a match, recording, correcting and closing it.

Opening, recording, closing, corrections and descriptions, a module each.
"""
