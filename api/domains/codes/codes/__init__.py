"""Codes: what a QR code is, how it is made, changed, listed and found. Scans belong to visits."""
