"""Pure rules of tabletop games: no SQL, no screen, no clock, no randomness."""
