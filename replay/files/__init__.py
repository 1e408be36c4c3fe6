"""Files out and in: match files, signatures, card sets, positions in JSON text."""
