"""Reads games for what shows them."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from api.domains.promotions.games.repository import GameRepository


def existing_games(session: Session, org_id: str, game_ids: Collection[str]) -> set[str]:
    """Those of these games that the organisation has."""
    return GameRepository(session).there(org_id, game_ids)
