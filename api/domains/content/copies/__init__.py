"""Copies of codes together with what they show: their pages, and the public notes of a note."""
