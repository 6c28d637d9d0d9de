"""Customers: who an organisation's visitors turned out to be, and the keys that keep their answers."""
