"""Codes that lead nowhere: what the nightly check of destinations found."""
