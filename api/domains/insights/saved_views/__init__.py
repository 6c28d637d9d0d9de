"""Saved views: ranges and filters of the dashboard under a name, for oneself or for everybody."""
