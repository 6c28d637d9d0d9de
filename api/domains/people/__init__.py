"""Customers of organisations."""
