"""Proof of one person's consents, as JSON and PDF."""
