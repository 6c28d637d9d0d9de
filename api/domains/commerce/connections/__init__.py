"""Connections to vendors: the events they receive, the webhooks and orders they send, and their health."""
