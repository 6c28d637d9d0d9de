"""Automatic messages to people: after something that they do, on their dates, or when they are inactive."""
