"""Earning rules: automatic points and stamps for customers, and the caps on them."""
