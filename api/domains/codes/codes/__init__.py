"""Codes: what a QR code is, and how it is created, changed, listed and found. Scans belong to visits."""
