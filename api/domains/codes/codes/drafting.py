"""Checks a new code without the database, so that worker processes can do it."""

from collections.abc import Callable, Collection
from datetime import datetime

from api.domains.codes.codes.destinations import (
    BadDestination,
    refuse_loop,
    refuse_loop_at,
    refuse_private,
    web_address,
)
from api.domains.codes.codes.errors import invalid_field
from api.domains.codes.codes.fields import (
    PARTS,
    Checks,
    checked_app_links,
    checked_content,
    given_by,
    parts_of,
)
from api.domains.codes.codes.models import Code
from api.domains.codes.codes.rule_checks import checked_rules
from api.domains.codes.codes.schemas import CreateCode
from api.domains.codes.codes.types import CodeKind, CodeRow
from api.rendering.qr.render.logos import with_stored_logo


class Addresses:
    """Checks the addresses to which codes may lead."""

    def __init__(
        self, base_url: str, *, may_be_private: bool, own_hosts: Callable[[], Collection[str]]
    ) -> None:
        self._base_url = base_url
        self._may_be_private = may_be_private
        self._own_hosts = own_hosts

    def check(self, field: str, text: str | None) -> str | None:
        """Return the address of a field in its normalised form.

        Raises:
            Invalid: a code may not lead there.
        """
        if text is None:
            return None
        try:
            url = web_address(text)
            refuse_loop(url, self._base_url)
            refuse_loop_at(url, self._own_hosts())
            if not self._may_be_private:
                refuse_private(url)
        except BadDestination as error:
            raise invalid_field(field, str(error), "bad_address") from None
        return url


def draft_code(
    checks: Checks,
    now: datetime,
    org_id: str,
    created_by: str | None,
    body: CreateCode,
    base: CodeRow | None,
) -> Code:
    """Return a new code that is checked but not stored, without the password and domain of the request.

    Raises:
        Invalid: a field has a value that codes cannot have.
    """
    check_window(body.active_from, body.active_until)
    code = Code(
        code_id=checks.new_id(),
        org_id=org_id,
        slug=body.slug,
        name=body.name,
        type=body.type.value,
        destination=_destination(checks, body, base),
        forwards_query=body.forwards_query,
        app_links=checked_app_links(checks, body.app_links, body.type),
        content=checked_content(checks, body.content, body.type),
        width=body.width,
        height=body.height,
        design=with_stored_logo(body.design).model_dump(mode="json"),
        tags=list(dict.fromkeys(body.tags)),
        properties=body.properties,
        folder_id=body.folder_id,
        base_code_id=base.code_id if base is not None else None,
        overrides=[],
        rules=checked_rules(
            body.rules,
            body.type,
            checks.address,
            checks.missing_pages,
            checks.missing_segments,
            checks.new_id,
        ),
        state="active",
        active_from=body.active_from,
        active_until=body.active_until,
        fallback_url=checks.address("fallback_url", body.fallback_url),
        expired_url=checks.address("expired_url", body.expired_url),
        scan_limit=body.scan_limit,
        visitor_limit=body.visitor_limit,
        created_at=now,
        created_by=created_by,
        updated_at=now,
    )
    if base is not None:
        _override_given_parts(code, base, body)
    return code


def check_window(active_from: datetime | None, active_until: datetime | None) -> None:
    """Refuse an empty time span. Raises Invalid."""
    if active_from is not None and active_until is not None and active_from >= active_until:
        raise invalid_field("active_until", "must be later than active_from", "empty_window")


def _destination(checks: Checks, body: CreateCode, base: CodeRow | None) -> str | None:
    if body.type is not CodeKind.REDIRECT:
        if body.destination is not None:
            raise invalid_field("destination", "is only for redirect codes", "no_destination")
        return None
    if body.destination is None:
        if base is not None and "destination" not in body.model_fields_set:
            return None
        raise invalid_field("destination", "is required for a redirect code", "missing")
    return checks.address("destination", body.destination)


def _override_given_parts(code: Code, base: CodeRow, body: CreateCode) -> None:
    """Override the parts that the request gives for a new child. In all others it follows its base."""
    code.overrides = sorted(parts_of(given_by(body)))
    for part in code.overrides:
        for column in PARTS[part]:
            if column not in body.model_fields_set:
                setattr(code, column, getattr(base, column))
