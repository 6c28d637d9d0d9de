"""Organisations, their members and API keys, and their background jobs."""
