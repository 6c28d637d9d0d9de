"""Typed questions over the marts and the tail of events beyond them."""
