"""Broken destinations of codes, as found by the nightly check."""
