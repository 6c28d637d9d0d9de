"""Forms: what they may ask, how answers are checked, received and kept, and phones verified. Pages draw them."""
