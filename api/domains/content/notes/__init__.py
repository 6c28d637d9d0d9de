"""Notes on codes, private to the organisation unless they are public."""
