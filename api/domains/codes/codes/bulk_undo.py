"""Computes the bulk changes that exactly undo a bulk change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from api.domains.codes.codes.bulk_schemas import BulkAction, BulkCodes, UndoStep
from api.domains.codes.codes.inheritance import effective
from api.domains.codes.codes.models import Code
from api.domains.codes.codes.types import CodeState


@dataclass(frozen=True)
class Before:
    """The state of a code before a bulk change, as far as it can be restored."""

    code_id: str
    is_deleted: bool
    is_active: bool
    follows_state: bool
    folder_id: str | None
    tags: tuple[str, ...]


def read_before(code: Code) -> Before:
    """Read the state that undoing a change of this code requires."""
    return Before(
        code.code_id,
        code.deleted_at is not None,
        effective(code, "state") == CodeState.ACTIVE,
        code.base is not None and "state" not in code.overrides,
        code.folder_id,
        tuple(code.tags),
    )


def undo_of(body: BulkCodes, codes: Sequence[Before]) -> list[UndoStep]:
    """Return the changes that undo this one. Codes that need the same change are grouped.

    Codes that the change left as they were are not included. UTM values cannot be undone, so their result is empty.
    """
    way_back = _WAYS_BACK.get(body.action)
    if way_back is None:
        return []
    together: dict[_Way, list[str]] = {}
    for code in codes:
        way = way_back(body, code)
        if way is not None:
            together.setdefault(way, []).append(code.code_id)
    return [
        UndoStep(action=way.action, code_ids=ids, folder_id=way.folder_id, tags=list(way.tags))
        for way, ids in together.items()
    ]


@dataclass(frozen=True)
class _Way:
    action: BulkAction
    folder_id: str | None = None
    tags: tuple[str, ...] = ()


def _paused(_: BulkCodes, code: Before) -> _Way | None:
    if code.follows_state:
        return _Way(BulkAction.FOLLOW_STATE)
    return _Way(BulkAction.RESUME) if code.is_active else None


def _resumed(_: BulkCodes, code: Before) -> _Way | None:
    if code.follows_state:
        return _Way(BulkAction.FOLLOW_STATE)
    return None if code.is_active else _Way(BulkAction.PAUSE)


def _deleted(_: BulkCodes, code: Before) -> _Way | None:
    return None if code.is_deleted else _Way(BulkAction.RESTORE)


def _restored(_: BulkCodes, code: Before) -> _Way | None:
    return _Way(BulkAction.DELETE) if code.is_deleted else None


def _moved(body: BulkCodes, code: Before) -> _Way | None:
    if code.folder_id == body.folder_id:
        return None
    return _Way(BulkAction.MOVE, folder_id=code.folder_id)


def _tagged(body: BulkCodes, code: Before) -> _Way | None:
    fresh = tuple(sorted(set(body.tags) - set(code.tags)))
    return _Way(BulkAction.REMOVE_TAGS, tags=fresh) if fresh else None


def _untagged(body: BulkCodes, code: Before) -> _Way | None:
    gone = tuple(tag for tag in code.tags if tag in body.tags)
    return _Way(BulkAction.ADD_TAGS, tags=gone) if gone else None


_WAYS_BACK: dict[BulkAction, Callable[[BulkCodes, Before], _Way | None]] = {
    BulkAction.PAUSE: _paused,
    BulkAction.RESUME: _resumed,
    BulkAction.DELETE: _deleted,
    BulkAction.RESTORE: _restored,
    BulkAction.MOVE: _moved,
    BulkAction.ADD_TAGS: _tagged,
    BulkAction.REMOVE_TAGS: _untagged,
}
