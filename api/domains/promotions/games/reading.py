"""Read access to games for other domains."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from api.domains.promotions.games.repository import GameRepository


def existing_games(session: Session, org_id: str, game_ids: Collection[str]) -> set[str]:
    """Return those of these games that exist in the organisation."""
    return GameRepository(session).there(org_id, game_ids)
