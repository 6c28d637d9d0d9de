"""Slips: handouts that are laid out in millimetres and printed, each copy with its own code if asked."""
