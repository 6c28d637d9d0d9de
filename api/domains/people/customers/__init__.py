"""Customers: visitors who gave an e-mail address or phone number, and the keys that seal their answers."""
