"""Campaigns: one message to many people, each once, over the channel that they agreed to."""
