"""Columns of notes that other domains may read and join."""

from sqlalchemy import Text, column, table

notes = table("notes", column("note_id", Text), column("org_id", Text), column("title", Text))
