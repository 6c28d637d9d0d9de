"""Polls of codes and the votes of visitors: one per visitor and poll, counted live."""
