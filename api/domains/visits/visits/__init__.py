"""Visits: resolving a code, identifying the visitor, deciding and recording."""
