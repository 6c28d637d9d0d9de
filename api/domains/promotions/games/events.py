"""Plays as contract events. The only file here that names the contracts."""

from datetime import datetime
from typing import Any
from uuid import UUID

from api.domains.codes.rules.types import Visit
from api.domains.promotions.games.models import Game
from api.domains.visits.visits.events import visit_fields
from ingest.contracts.play import PlayDataV2, PlayRecordedV2


def play_recorded(
    game: Game,
    visit: Visit | None,
    *,
    play_id: UUID,
    season: int,
    prize_id: str | None,
    score: int | None,
    duration_ms: int | None,
    is_demo: bool,
    event_id: UUID,
    now: datetime,
    progress: int | None = None,
    is_left: bool = False,
) -> PlayRecordedV2:
    """A play was finished, or left before its end (`is_left`). `visit` is None where nobody is there at that moment:
    a person let it count later, or its time ran out.
    """
    fields: dict[str, Any] = visit_fields(visit) if visit is not None else {}
    result = "left" if is_left else "won" if prize_id else "lost" if score is None else "scored"
    return PlayRecordedV2(
        event_id=event_id,
        org_id=game.org_id,
        code_id=game.code_id,
        occurred_at=now,
        received_at=now,
        is_demo=is_demo,
        **fields,
        data=PlayDataV2.model_validate(
            {
                "game_id": game.game_id,
                "play_id": str(play_id),
                "kind": game.kind,
                "result": result,
                "season": season,
                "score": score,
                "prize_id": prize_id,
                "duration_ms": duration_ms,
                "progress": progress,
            }
        ),
    )
