"""Demonstration data: 90 believable days of two organisations, loaded the way every event is."""
