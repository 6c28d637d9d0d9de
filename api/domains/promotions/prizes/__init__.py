"""Prizes: how many there are, who won one, and until when it can be claimed."""
