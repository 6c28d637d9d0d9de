"""Visits: what happens when a code is opened: who comes, what is decided, what is recorded."""
