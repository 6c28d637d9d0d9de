"""Segments: customers who match rules, or who are on a list."""
