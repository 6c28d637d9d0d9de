"""Web push notifications: keys, subscriptions of visitors, and messages to them."""
