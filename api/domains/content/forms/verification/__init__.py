"""Verification that a phone number belongs to the visitor, with one-time passcodes by text message."""
