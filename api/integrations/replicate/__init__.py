"""Replicate, which makes pictures."""
