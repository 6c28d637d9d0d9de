"""Twilio, which sends text messages."""
