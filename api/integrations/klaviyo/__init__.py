"""Klaviyo, which stores profiles, lists and events for marketing."""
