"""Random play: the dealer, set-ups, simulated matches, the conformance suite."""
