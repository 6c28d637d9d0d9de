"""Connections to other products, and payment for Waypost."""
