"""Paths of old clients (v0). Each translates the request and calls a domain."""
