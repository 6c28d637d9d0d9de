"""Reads walls for pages that show them."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from api.domains.content.walls.repository import WallRepository


def existing_walls(session: Session, org_id: str, wall_ids: Collection[str]) -> set[str]:
    """Return those of these walls that the organisation has."""
    return WallRepository(session).there(org_id, wall_ids)
