"""Segments: customers who fit rules, or who were put on a list."""
