"""Columns of pages that other domains may read and join."""

from sqlalchemy import Text, column, table

pages = table("pages", column("page_id", Text), column("org_id", Text), column("name", Text))
