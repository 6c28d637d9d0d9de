"""Customers: visitors who gave an email address or phone number, and the keys that encrypt their answers."""
