"""Klaviyo keeps profiles, lists and events for marketing."""
