"""Outgoing webhooks according to Standard Webhooks."""
