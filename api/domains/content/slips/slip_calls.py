"""Dispatches the actions of the slip path, and returns slips with warnings about what will not print well."""

from typing import Annotated

from fastapi import Depends

from api.auth.errors import RoleTooWeak
from api.auth.member import Member
from api.auth.roles import Role
from api.domains.content.slips.dependencies import SlipServiceDep
from api.domains.content.slips.elements import SlipKind
from api.domains.content.slips.models import Slip
from api.domains.content.slips.schemas import SlipCall, SlipDeleted, SlipRead
from api.kit.pagination import Page, page_of

_READING = frozenset({"get_slip", "get_all_slips"})


class SlipCalls:
    """Handles requests about slips of one organisation."""

    def __init__(self, slips: SlipServiceDep) -> None:
        self._slips = slips

    def perform(self, me: Member, body: SlipCall) -> SlipRead | Page[SlipRead] | SlipDeleted:
        """Create, list, read, change or delete slips, depending on `action`. Changes require an editor."""
        if body.action not in _READING and not me.role.reaches(Role.EDITOR):
            raise RoleTooWeak(f"This needs the role {Role.EDITOR} or a stronger one.")
        slips, org_id = self._slips, me.org_id
        match body.action:
            case "create_slip":
                return self._one(slips.create(org_id, me.caller_id, body.updated_data))
            case "get_all_slips":
                rows, total = slips.list_slips(org_id, body)
                return page_of(self._read(org_id, *rows), total, body.paging)
            case "get_slip":
                return self._one(slips.get(org_id, body.slip_id))
            case "update_slip":
                return self._one(slips.update(org_id, body.slip_id, body.updated_data))
            case "delete_slip":
                return SlipDeleted(slip_id=slips.remove(org_id, body.slip_id))

    def _one(self, slip: Slip) -> SlipRead:
        [read] = self._read(slip.org_id, slip)
        return read

    def _read(self, org_id: str, *rows: Slip) -> list[SlipRead]:
        warnings_by_slip = self._slips.warnings(org_id, rows)
        return [
            _with_warnings(row, warnings)
            for row, warnings in zip(rows, warnings_by_slip, strict=True)
        ]


SlipCallsDep = Annotated[SlipCalls, Depends(SlipCalls)]


def _with_warnings(slip: Slip, warnings: list[str]) -> SlipRead:
    return SlipRead(
        slip_id=slip.slip_id,
        id=slip.slip_id,
        org_id=slip.org_id,
        name=slip.name,
        kind=SlipKind(slip.kind),
        width_mm=slip.width_mm,
        height_mm=slip.height_mm,
        background=slip.background,
        elements=slip.elements,
        code_id=slip.code_id,
        one_time=slip.one_time,
        warnings=warnings,
        created_at=slip.created_at,
        updated_at=slip.updated_at,
        version=slip.version,
    )
