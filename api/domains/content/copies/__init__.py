"""Copies of codes together with their content: their pages, or the public notes of a note code."""
