"""Pictures of codes: rendering them, and checking that they can be read."""
