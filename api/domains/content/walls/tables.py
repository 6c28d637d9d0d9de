"""Columns of walls that other domains may read and join."""

from sqlalchemy import Text, column, table

walls = table("walls", column("wall_id", Text), column("org_id", Text), column("name", Text))
