"""Earning rules: what customers get points and stamps for by themselves, and how much at most."""
