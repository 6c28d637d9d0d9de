"""Notifications to browsers: keys, subscriptions of visitors, and messages to them."""
