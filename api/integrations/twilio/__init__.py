"""Twilio sends text messages."""
