"""Slips: printed handouts with a layout in millimetres. Each copy can have its own code."""
