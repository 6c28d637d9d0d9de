"""The page of a public note, read under the visitors' role, to which private notes are invisible.

`/code/note/{id}` accepts the ID of a note or of a code. Opening a code of kind `note` leads there, and the page shows
the newest public note on the code.
"""

from datetime import datetime

from limits import parse
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from api.db.visitor_pool import VisitorDatabase
from api.domains.codes.codes.promo_lock import LockState
from api.domains.codes.codes.state import CodesState
from api.domains.codes.codes.types import CODE_ID, CodeKind, ResolvedCode
from api.domains.codes.codes.unlocks import UnlockMethod, is_unlocked
from api.domains.codes.rules.decide import refusal_of
from api.domains.content.notes.attachments import to_read
from api.domains.content.notes.visitor_repository import find_public, list_public
from api.domains.visits.visits.state import VisitsState
from api.kit.process_state import ProcessState
from api.objects.store import objects_of
from api.rendering.rich_text import pages
from api.rendering.visitor_pages.gate_query import address, preserved_query
from api.rendering.visitor_pages.pages import Notice

PER_ADDRESS = parse("600 per minute")
MAX_OTHERS = 20


async def note_page(request: Request) -> Response:
    """Show a public note."""
    limits = ProcessState.of(request).rate_limits
    scans = VisitsState.of(request).scans
    incoming = scans.read_request("GET", request.scope)
    limits.hit(PER_ADDRESS, "note-page", incoming.network)
    codes = CodesState.of(request).codes
    name = str(request.path_params["note_id"])
    pool = VisitorDatabase.of(request).pool
    if CODE_ID.match(name):
        code = await codes.find(name)
        notes = await list_public(pool, code.org_id, name, MAX_OTHERS + 1) if code else []
    else:
        notes = await find_public(pool, name)
        code = await codes.find(notes[0]["code_id"]) if notes else None
    if code is None or code.deleted_at is not None or not notes:
        return _nothing(code)
    query = preserved_query(incoming.query)
    is_shut = code.kind is CodeKind.NOTE and refusal_of(code, scans.now()) is not None
    if is_shut or _is_locked(code, request, scans.now()):
        return RedirectResponse(address(f"/code/{code.code_id}", query), status_code=302)
    note, *others = notes
    return pages.page(
        "note.html.jinja",
        200,
        code.brand,
        page="note",
        note=note,
        body=pages.trusted(note["body"]),
        files=to_read(note["attachments"], objects_of(ProcessState.of(request).settings)),
        others=others,
        query=address("", query),
    )


def _is_locked(code: ResolvedCode, request: Request, now: datetime) -> bool:
    """Return whether the code has a gate that this visitor has not passed yet."""
    secret = ProcessState.of(request).settings.secret_key
    lock = code.promo_lock or LockState()
    asks: list[dict[UnlockMethod, int]] = []
    if code.password_hash is not None:
        asks.append({"password": code.password_epoch})
    if lock.enabled:
        asks.append({"promo": lock.epoch, "master": lock.master_epoch})
    return any(
        not any(
            is_unlocked(secret, request.cookies, code.code_id, opener, epoch, now)
            for opener, epoch in openers.items()
        )
        for openers in asks
    )


def _nothing(code: ResolvedCode | None) -> Response:
    brand = code.brand if code and code.deleted_at is None else None
    return pages.notice(Notice.NO_NOTE, brand)
