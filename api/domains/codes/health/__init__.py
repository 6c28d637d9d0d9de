"""Broken destinations of codes, as the nightly check found them."""
