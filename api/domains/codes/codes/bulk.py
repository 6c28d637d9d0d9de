"""Changes to many codes, all or none, and the tags of codes."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from api.domains.codes.codes.bulk_schemas import BulkAction, BulkCodes, RenameTag, UndoStep
from api.domains.codes.codes.bulk_undo import read_before, undo_of
from api.domains.codes.codes.errors import CodeDeleted, CodeNotFound, TagNotFound, invalid_field
from api.domains.codes.codes.inheritance import follow_base
from api.domains.codes.codes.models import Code
from api.domains.codes.codes.repository import CodeRepository
from api.domains.codes.codes.schemas import MAX_TAGS
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.types import CodeState


class BulkService:
    """Changes many codes of one organisation at once."""

    def __init__(self, codes: CodeService, now: datetime) -> None:
        self._codes = codes
        self._rows: CodeRepository = codes.codes
        self._now = now

    def change(self, org_id: str, body: BulkCodes) -> tuple[list[Code], list[UndoStep]]:
        """Apply an action to all these codes, and return them with the steps that undo it. Codes that need no change
        count as done.

        Raises:
            CodeNotFound: one of them is not a code of the organisation; none is changed.
            CodeDeleted: one of them is deleted and the action does not apply to deleted codes; none is changed.
        """
        ids = list(dict.fromkeys(body.code_ids))
        rows = self._rows.find_all_for_update(org_id, ids)
        if len(rows) != len(ids):
            missing = sorted(set(ids) - {row.code_id for row in rows})
            raise CodeNotFound(f"{len(missing):,} of these codes do not exist.", missing=missing)
        change = self._change_of(org_id, body)
        if body.action not in _FOR_DELETED_TOO:
            _refuse_deleted(rows)
        undo = undo_of(body, [read_before(row) for row in rows])
        for row in rows:
            change(row)
            if self._rows.is_changed(row):
                row.updated_at = self._now
        self._rows.save()
        return rows, undo

    def list_tags(self, org_id: str, body: str | None) -> list[tuple[str, int]]:
        """Return every tag and the number of codes that have it, without deleted codes."""
        return self._rows.list_tags(org_id, body)

    def rename_tag(self, org_id: str, body: RenameTag) -> int:
        """Rename a tag, or remove it. If the new name exists already, the two tags are merged."""
        changed = self._rows.rename_tag(org_id, body.tag, body.to, self._now)
        if changed == 0:
            raise TagNotFound
        return changed

    def _change_of(self, org_id: str, body: BulkCodes) -> Callable[[Code], None]:
        tags = list(dict.fromkeys(body.tags))
        match body.action:
            case BulkAction.PAUSE:
                return partial(self._codes.change, org_id, field="state", value=CodeState.PAUSED)
            case BulkAction.RESUME:
                return partial(self._codes.change, org_id, field="state", value=CodeState.ACTIVE)
            case BulkAction.FOLLOW_STATE:
                return lambda code: follow_base(code, ["state"])
            case BulkAction.DELETE:
                return lambda code: setattr(code, "deleted_at", code.deleted_at or self._now)
            case BulkAction.RESTORE:
                return self._codes.restore
            case BulkAction.MOVE:
                self._check_folder(org_id, body.folder_id)
                folder_id = body.folder_id
                return partial(self._codes.change, org_id, field="folder_id", value=folder_id)
            case BulkAction.PUT_UTM:
                utm = body.utm
                assert utm is not None
                return lambda code: self._codes.put_utm(code, utm)
            case BulkAction.ADD_TAGS:
                return lambda code: self._codes.change(org_id, code, "tags", _with_tags(code, tags))
            case BulkAction.REMOVE_TAGS:
                return lambda code: self._codes.change(
                    org_id, code, "tags", [tag for tag in code.tags if tag not in tags]
                )

    def _check_folder(self, org_id: str, folder_id: str | None) -> None:
        if folder_id is not None and not self._rows.lock_folders(org_id, [folder_id]):
            raise invalid_field(
                "folder_id", "is not a folder of this organisation", "folder_not_found"
            )


_FOR_DELETED_TOO = frozenset({BulkAction.DELETE, BulkAction.RESTORE})


def _refuse_deleted(rows: Sequence[Code]) -> None:
    deleted = sorted(row.code_id for row in rows if row.deleted_at is not None)
    if deleted:
        problems = (
            "One of these codes was" if len(deleted) == 1 else f"{len(deleted)} of these codes were"
        )
        raise CodeDeleted(f"{problems} deleted.", deleted=deleted)


def _with_tags(code: Code, tags: list[str]) -> list[str]:
    together = list(dict.fromkeys([*code.tags, *tags]))
    if len(together) > MAX_TAGS:
        raise invalid_field(
            "tags", f"would be more than the maximum of {MAX_TAGS} on {code.name}", "too_many_tags"
        )
    return together
