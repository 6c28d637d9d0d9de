"""Polls of codes and the votes of visitors: one of each visitor in each poll, counted live."""
