"""Connections to vendors: what they get, what comes in, and how they are."""
