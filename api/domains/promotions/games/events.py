"""Plays as contract events, already encoded. This is the only file here that names the contracts.

A play is written as JSON directly from the visit, as scans are, because building the contract's models costs as much as
the draw. A test checks that the bytes equal the encoding of the contracts.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

import orjson

from api.domains.codes.rules.types import Visit
from api.domains.promotions.games.models import Game
from api.domains.visits.visits.events import written_visit
from ingest.outbox import OutboxRow

PLAY_VERSION = 2


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
) -> OutboxRow:
    """Return the event for a play that was finished, or left before its end (`is_left`). `visit` is None if no visitor
    is present: a member accepted the score later, or the play timed out.
    """
    data: dict[str, Any] = {
        "game_id": game.game_id,
        "play_id": play_id,
        "kind": game.kind,
        "result": (
            "left" if is_left else "won" if prize_id else "lost" if score is None else "scored"
        ),
        "season": season,
    }
    known = {
        "score": score,
        "prize_id": prize_id,
        "duration_ms": duration_ms,
        "progress": progress,
    }
    data |= {name: value for name, value in known.items() if value is not None}
    payload = orjson.dumps(
        {
            "event_id": event_id,
            "type": "play",
            "version": PLAY_VERSION,
            "org_id": game.org_id,
            "code_id": game.code_id,
            "occurred_at": now,
            "received_at": now,
            **(written_visit(visit) if visit is not None else _NOBODY),
            "is_demo": is_demo,
            "data": data,
        },
        option=orjson.OPT_UTC_Z,
    )
    return OutboxRow(event_id, game.org_id, game.code_id, payload)


_NOBODY: dict[str, Any] = {
    "visitor": {"kind": "none"},
    "context": {},
}
