"""Text of any script as outlines: which font, which order, which forms of the letters."""
