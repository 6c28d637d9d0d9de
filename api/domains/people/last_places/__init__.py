"""Stores the time zone of people's last scans, as reported by the warehouse."""
