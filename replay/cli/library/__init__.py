"""The panel Library: games, rules, cards, card sets, match files and archives.

Card sets, games with their rules and cards, match files, and archives, a module each.
"""
