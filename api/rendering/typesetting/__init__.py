"""Converts text of any script to outlines: selects fonts, orders the characters and shapes them."""
