"""Formatted texts that people write, and the pages that show them to anybody without any script."""
