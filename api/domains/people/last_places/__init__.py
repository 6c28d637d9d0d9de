"""Keeps the time zone of people's last scans, as the warehouse has them."""
