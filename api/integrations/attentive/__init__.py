"""Attentive sends marketing by text message and email."""
