"""Exports, data portability and erasure."""
