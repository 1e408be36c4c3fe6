"""The card sets of the box, one file each, in the format that `cardset` reads."""
