"""Attentive, for marketing by text message and email."""
