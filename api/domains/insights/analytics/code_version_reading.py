"""Current codes or their versions, for exports of events."""

import json
from datetime import datetime
from typing import Any

from sqlalchemy import cast, column, select, table
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Session

from api.domains.insights.analytics.code_history_reading import CodeHistory
from api.domains.insights.analytics.reading import CodeNames, placement_of
from warehouse.queries.language import Dimension
from warehouse.queries.raw_events import CodeVersion, RawEvents

_COLUMNS = ("org_id", "code_id", "base_code_id", "folder_id", "properties")
_codes = table("codes", *(column(name) for name in _COLUMNS), schema="analytics_v1")
_history = table(
    "code_history", *(column(name) for name in (*_COLUMNS, "valid_from")), schema="analytics_v1"
)


def code_versions(session: Session, events: RawEvents) -> list[CodeVersion]:
    """Return every code of the organisation as it is now, or each of its versions if `events` has `at_event_time` set.

    Events before a code's first version use that version, as in all answers.
    """
    return (
        _at_event_time(session, events)
        if events.at_event_time
        else _current(session, events.org_id)
    )


def _current(session: Session, org_id: str) -> list[CodeVersion]:
    rows = session.execute(
        select(
            _codes.c.code_id,
            _codes.c.base_code_id,
            _codes.c.folder_id,
            cast(_codes.c.properties, JSONB),
        ).where(_codes.c.org_id == org_id)
    ).all()
    names = CodeNames(session).of_folders(org_id, {folder for _, _, folder, _ in rows if folder})
    return [
        _version(code_id, None, None, base, folder, names, properties)
        for code_id, base, folder, properties in rows
    ]


def _at_event_time(session: Session, events: RawEvents) -> list[CodeVersion]:
    rows = session.execute(
        select(
            _history.c.code_id,
            _history.c.valid_from,
            _history.c.base_code_id,
            _history.c.folder_id,
            cast(_history.c.properties, JSONB),
        )
        .where(_history.c.org_id == events.org_id)
        .order_by(_history.c.code_id, _history.c.valid_from)
    ).all()
    folders = {folder for _, _, _, folder, _ in rows if folder}
    names = CodeHistory(session).names(events.org_id, Dimension.FOLDER, folders, events.span.end)
    found = []
    for place, (code_id, since, base, folder, properties) in enumerate(rows):
        is_first = place == 0 or rows[place - 1].code_id != code_id
        is_last = place + 1 == len(rows) or rows[place + 1].code_id != code_id
        held_from = None if is_first else since
        held_until = None if is_last else rows[place + 1].valid_from
        found.append(_version(code_id, held_from, held_until, base, folder, names, properties))
    return found


def _version(
    code_id: str,
    since: datetime | None,
    until: datetime | None,
    base: str | None,
    folder: str | None,
    names: dict[str, str],
    properties: dict[str, Any],
) -> CodeVersion:
    return CodeVersion(
        code_id=code_id,
        since=since,
        until=until,
        base_code_id=base or code_id,
        folder_id=folder,
        folder=names.get(folder or ""),
        placement=placement_of(properties) or None,
        properties=json.dumps(properties, ensure_ascii=False) if properties else None,
    )
