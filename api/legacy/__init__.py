"""Paths of old clients (v0, dev): each translates and calls a domain."""
