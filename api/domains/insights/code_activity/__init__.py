"""Scans and people of each code in the last 30 days, shown in the list of codes and used to sort it."""
