"""Random play: the dealer, set-ups, simulated matches, and the conformance suite with its laws."""
