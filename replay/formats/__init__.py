"""Files out and in, one module per format."""
