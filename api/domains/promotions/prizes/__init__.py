"""Prizes: their inventory, their winners, and the deadlines for claims."""
