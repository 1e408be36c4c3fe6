"""The cards: the format of card sets, the card sets of the box, the catalog and the sentences.

The lowest floor: it knows no state. `format` (what a file says), `validity` (what of it makes
sense), `card` (a printing taken apart), `sets` (loading), `catalog` (the box and its places),
`collection` (card sets of owners), `sentences` (what a card does, in words).
"""
