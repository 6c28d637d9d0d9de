"""Scans and people of each code of the last 30 days, beside the list of codes and as its order."""
