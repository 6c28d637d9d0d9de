"""Outgoing webhooks by Standard Webhooks."""
