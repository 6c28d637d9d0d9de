"""Apple's wallet web service: phones register for a pass, ask which passes changed, and fetch them.

Source: developer.apple.com/documentation/walletpasses, "Adding a web service to update passes".
"""

import re
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from typing import Annotated

import structlog
from anyio import from_thread
from fastapi import Depends, Header, Path, Query, Request, Response
from limits import parse

from api.db.routing import ApiRouter
from api.db.session import SessionDep, enter_tenant
from api.db.visitor_pool import VisitorDatabase
from api.domains.wallet.passes.dependencies import PassServiceDep
from api.domains.wallet.passes.schemas import (
    ChangedPasses,
    DeviceLog,
    LogsTaken,
    RegisterDevice,
    Registered,
)
from api.domains.wallet.passes.visitor_repository import organization_of_type
from api.kit.addresses import client_network
from api.kit.process_state import ProcessState
from api.rendering.wallet.apple_package import MEDIA_TYPE

PER_ADDRESS = parse("600 per minute")
LOGS_PER_ADDRESS = parse("60 per minute")
MOST_LOGGED = 10
"""Maximum number of lines of one report that are written to our own log, because phones repeat themselves."""

log = structlog.get_logger(__name__)

router = ApiRouter(tags=["passes"])

PassType = Annotated[str, Path(alias="passTypeIdentifier", min_length=1, max_length=200)]
SerialNumber = Annotated[str, Path(alias="serialNumber", min_length=1, max_length=64)]
DeviceId = Annotated[str, Path(min_length=1, max_length=100)]
Authorization = Annotated[str | None, Header(max_length=200)]


def _organization(pass_type: PassType, request: Request, session: SessionDep) -> str | None:
    """Return the organisation of the pass type. From here on, the session is in that organisation."""
    ProcessState.of(request).rate_limits.hit(PER_ADDRESS, "wallet", client_network(request))
    pool = VisitorDatabase.of(request).pool
    org_id = from_thread.run(organization_of_type, pool, pass_type)
    if org_id is not None:
        enter_tenant(session, org_id)
    return org_id


OrganizationDep = Annotated[str | None, Depends(_organization)]
_REGISTRATION = "/dev/v1/devices/{device_id}/registrations/{passTypeIdentifier}"


@router.post(
    _REGISTRATION + "/{serialNumber}",
    responses={
        200: {"description": "Known already"},
        201: {"model": Registered, "description": "Registered"},
    },
)
def register_device(
    device_id: DeviceId,
    pass_type: PassType,
    serial_number: SerialNumber,
    body: RegisterDevice,
    org_id: OrganizationDep,
    passes: PassServiceDep,
    response: Response,
    authorization: Authorization = None,
) -> Registered:
    """Register a phone that added a pass, so that it is notified of changes. Responds with 201, or with 200 if it was
    already registered.
    """
    row = passes.held(org_id, pass_type, serial_number, _token(authorization))
    is_new = passes.register(row, device_id, body.push_token)
    response.status_code = 201 if is_new else 200
    return Registered(is_registered=True)


@router.delete(_REGISTRATION + "/{serialNumber}")
def unregister_device(
    device_id: DeviceId,
    pass_type: PassType,
    serial_number: SerialNumber,
    org_id: OrganizationDep,
    passes: PassServiceDep,
    authorization: Authorization = None,
) -> Registered:
    """Unregister a phone, because a pass was removed from it or its updates were switched off."""
    row = passes.held(org_id, pass_type, serial_number, _token(authorization))
    passes.unregister(row, device_id)
    return Registered(is_registered=False)


@router.get(
    _REGISTRATION,
    response_model=ChangedPasses,
    responses={204: {"description": "Nothing changed"}},
)
def list_changed_passes(
    device_id: DeviceId,
    pass_type: PassType,
    org_id: OrganizationDep,
    passes: PassServiceDep,
    since: Annotated[str | None, Query(alias="passesUpdatedSince", max_length=40)] = None,
) -> Response | ChangedPasses:
    """List the passes on a phone that changed since its last request. A tag that Waypost did not issue returns all
    passes.
    """
    tag = int(since) if since and re.fullmatch(r"[0-9]{1,18}", since) else 0
    changed = passes.changed(org_id, device_id, pass_type, tag) if org_id else None
    return changed if changed is not None else Response(status_code=204)


@router.get(
    "/dev/v1/passes/{passTypeIdentifier}/{serialNumber}",
    response_class=Response,
    responses={
        200: {"content": {MEDIA_TYPE: {}}, "description": "The signed pass"},
        304: {"description": "Not changed since"},
    },
)
def fetch_pass(
    pass_type: PassType,
    serial_number: SerialNumber,
    org_id: OrganizationDep,
    passes: PassServiceDep,
    authorization: Authorization = None,
    if_modified_since: Annotated[str | None, Header(max_length=60)] = None,
) -> Response:
    """Get the current state of a pass for a phone."""
    row = passes.held(org_id, pass_type, serial_number, _token(authorization))
    headers = {"last-modified": _http_date(row.updated_at), "cache-control": "no-store"}
    if if_modified_since is not None and _is_known(row.updated_at, if_modified_since):
        passes.note_fetch(row)
        return Response(status_code=304, headers=headers)
    passes.note_fetch(row)
    passes.tell(row, "fetched")
    return Response(passes.signed(row), media_type=MEDIA_TYPE, headers=headers)


@router.post("/dev/v1/log")
def log_device_messages(body: DeviceLog, request: Request) -> LogsTaken:
    """Receive problems that phones report. They are written to the log, shortened and without control characters."""
    ProcessState.of(request).rate_limits.hit(
        LOGS_PER_ADDRESS, "wallet log", client_network(request)
    )
    for line in body.logs[:MOST_LOGGED]:
        message = "".join(letter if letter.isprintable() else " " for letter in line[:500])
        log.warning("phone reports a problem with a pass", message=_TOKEN.sub("[token]", message))
    return LogsTaken(taken=len(body.logs))


_TOKEN = re.compile(r"[0-9a-f]{64}")


def _http_date(moment: datetime) -> str:
    return format_datetime(moment.astimezone(UTC), usegmt=True)


def _is_known(changed_at: datetime, if_modified_since: str) -> bool:
    """Return whether a phone has the current state of the pass. A date that cannot be parsed counts as none."""
    try:
        known = parsedate_to_datetime(if_modified_since)
    except ValueError:
        return False
    return known.tzinfo is not None and changed_at.replace(microsecond=0) <= known


def _token(authorization: str | None) -> str | None:
    scheme, _, token = (authorization or "").partition(" ")
    return token.strip() if scheme == "ApplePass" and token else None
