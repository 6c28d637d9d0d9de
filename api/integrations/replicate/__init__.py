"""Replicate makes pictures."""
