"""Annotations on the dashboard's charts: notes of members, and edits of codes."""
