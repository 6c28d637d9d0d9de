"""Routes of slips: one path that stores and reads, one that prints."""

from api.auth.errors import RoleTooWeak
from api.auth.member import EditorDep, ViewerDep
from api.auth.roles import Role
from api.db.routing import ApiRouter
from api.domains.content.slips.dependencies import PrintServiceDep, SlipServiceDep
from api.domains.content.slips.elements import SlipKind
from api.domains.content.slips.models import Slip
from api.domains.content.slips.schemas import (
    PrintSlip,
    SlipCall,
    SlipDeleted,
    SlipPrinted,
    SlipRead,
)
from api.domains.content.slips.service import SlipService
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["slips"])

_READING = frozenset({"get_slip", "get_all_slips"})


def _read(slips: SlipService, org_id: str, *rows: Slip) -> list[SlipRead]:
    warnings_by_slip = slips.warnings(org_id, rows)
    return [
        _with_warnings(row, warnings) for row, warnings in zip(rows, warnings_by_slip, strict=True)
    ]


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


@router.post("/v1/slip")
def slip(
    body: SlipCall, me: ViewerDep, slips: SlipServiceDep
) -> SlipRead | Page[SlipRead] | SlipDeleted:
    """Create, list, read, change or delete slips, as `action` says; changing needs an editor."""
    if body.action not in _READING and not me.role.reaches(Role.EDITOR):
        raise RoleTooWeak(f"This needs the role {Role.EDITOR} or a stronger one.")
    match body.action:
        case "create_slip":
            [made] = _read(
                slips, me.org_id, slips.create(me.org_id, me.caller_id, body.updated_data)
            )
            return made
        case "get_all_slips":
            rows, total = slips.list_slips(me.org_id, body)
            return page_of(_read(slips, me.org_id, *rows), total, body.paging)
        case "get_slip":
            [found] = _read(slips, me.org_id, slips.get(me.org_id, body.slip_id))
            return found
        case "update_slip":
            [kept] = _read(
                slips, me.org_id, slips.update(me.org_id, body.slip_id, body.updated_data)
            )
            return kept
        case "delete_slip":
            return SlipDeleted(slip_id=slips.remove(me.org_id, body.slip_id))


@router.post("/v1/print-slip")
def print_slip(
    body: PrintSlip, me: EditorDep, slips: SlipServiceDep, printing: PrintServiceDep
) -> SlipPrinted:
    """Print a slip: up to 50 copies in the request, more in a job; each with its own one-time code if set."""
    return printing.print(me, slips.get(me.org_id, body.slip_id), body)
