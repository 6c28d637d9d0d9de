"""Addresses at own hosts that nobody answers: recorded within bounds, listed, put aside."""
