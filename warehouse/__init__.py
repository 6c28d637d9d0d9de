"""Stored data and queries on it: Delta tables, SQL models and typed questions."""
