"""Demonstration data: 90 days of realistic activity of two organisations, loaded like any other events."""
