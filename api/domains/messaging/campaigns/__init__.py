"""Campaigns: one message to many people, to each once, over the channel that they agreed to."""
