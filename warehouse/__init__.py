"""Data at rest and how to ask it: Delta tables, SQL models, typed questions."""
