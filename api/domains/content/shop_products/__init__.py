"""Products of connected shops on pages: the shop's most recent data, with Waypost's own copies of the pictures."""
