"""Exports everything that is stored about one person, as a file for them."""
