"""The fields of a code, one entry each: how a value is stored, inherited by children, copied and cleared.

Updates, copies, inheritance and bulk changes all use this table. A new field is a column, a field of the requests and
one entry here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from secrets import randbelow
from typing import Any

from pydantic import BaseModel

from api.domains.codes.codes.app_links import AppLinks, BadAppLink, stored_links
from api.domains.codes.codes.errors import invalid_field
from api.domains.codes.codes.models import Code
from api.domains.codes.codes.passwords import hash_password
from api.domains.codes.codes.rule_checks import MissingPages, MissingSegments, checked_rules
from api.domains.codes.codes.rules import Rule
from api.domains.codes.codes.schemas import Content
from api.domains.codes.codes.types import CONTENT_KINDS, CodeKind, CodeState
from api.rendering.qr.render.logos import with_stored_logo
from api.rendering.qr.types import Design

_EPOCHS = 2**31 - 1
"""The number of values of a database integer."""


@dataclass(frozen=True, slots=True)
class Checks:
    """Checks that storing a value may need."""

    choose_domain: Callable[[Code, str], None]
    address: Callable[[str, str | None], str | None]
    """Checks the address of a field and returns its normalised form."""
    missing_pages: MissingPages
    missing_segments: MissingSegments
    new_id: Callable[[], str]


Store = Callable[[Checks, Code, Any], None]


@dataclass(frozen=True, slots=True)
class CodeField:
    """One field of a code."""

    name: str
    """Its name in requests."""
    store: Store | None = None
    """Checks a value and stores it on a code. None for fields that no request changes."""
    columns: tuple[str, ...] = ()
    """The columns that store it, if not a column with its own name."""
    part: str | None = None
    """Its name in a child's `overrides`. None: children never follow their base in it."""
    is_cleared: bool = False
    """Whether null in a request clears it. Otherwise null leaves it unchanged."""
    copied: tuple[str, ...] | None = None
    """Columns that a copy takes from its original, if not all."""

    @property
    def kept_in(self) -> tuple[str, ...]:
        """Return its columns."""
        return self.columns or (self.name,)

    @property
    def copied_columns(self) -> tuple[str, ...]:
        """Return the columns that a copy takes from the original."""
        return self.kept_in if self.copied is None else self.copied


def checked_app_links(
    checks: Checks, links: AppLinks | None, kind: CodeKind
) -> dict[str, Any] | None:
    """Return app links in the form in which the code stores them. Raises Invalid."""
    if links is not None and kind is not CodeKind.REDIRECT:
        raise invalid_field("app_links", "are only for redirect codes", "no_destination")
    try:
        return stored_links(links, checks.address)
    except BadAppLink as error:
        field, _, why = str(error).partition(": ")
        raise invalid_field(f"app_links.{field}", why, "bad_app_link") from None


def checked_content(checks: Checks, content: Content | None, kind: CodeKind) -> dict[str, Any]:
    """Return content in the form in which the code stores it. Raises Invalid."""
    if content is None:
        return {}
    if kind not in CONTENT_KINDS:
        raise invalid_field("content", "is only for page and promo codes", "no_content")
    stored = content.model_dump()
    if content.button_url:
        stored["button_url"] = checks.address("content.button_url", content.button_url)
    return stored


def _plain(column: str) -> Store:
    return lambda _checks, code, value: setattr(code, column, value)


def _address(column: str) -> Store:
    return lambda checks, code, value: setattr(code, column, checks.address(column, value))


def _rules(checks: Checks, code: Code, rules: list[Rule]) -> None:
    code.rules = checked_rules(
        rules,
        CodeKind(code.type),
        checks.address,
        checks.missing_pages,
        checks.missing_segments,
        checks.new_id,
    )


def _password(_checks: Checks, code: Code, password: str | None) -> None:
    """Set or clear the password. Visitors who entered the old one lose their access."""
    if password is None and code.password_hash is None:
        return
    code.password_hash = None if password is None else hash_password(password)
    # Random, not incremented, so that a child that follows its base again never reuses an epoch.
    code.password_epoch = randbelow(_EPOCHS) + 1


def _destination(checks: Checks, code: Code, destination: str) -> None:
    if code.type != CodeKind.REDIRECT:
        raise invalid_field("destination", "is only for redirect codes", "no_destination")
    code.destination = checks.address("destination", destination)


def _app_links(checks: Checks, code: Code, links: AppLinks | None) -> None:
    code.app_links = checked_app_links(checks, links, CodeKind(code.type))


def _content(checks: Checks, code: Code, content: Content) -> None:
    code.content = checked_content(checks, content, CodeKind(code.type))


def _design(_checks: Checks, code: Code, design: Design) -> None:
    code.design = with_stored_logo(design).model_dump(mode="json")


def _domain(checks: Checks, code: Code, choice: str) -> None:
    checks.choose_domain(code, choice)


def _state(_checks: Checks, code: Code, state: CodeState) -> None:
    code.state = state.value


def _tags(_checks: Checks, code: Code, tags: list[str]) -> None:
    code.tags = list(dict.fromkeys(tags))


FIELDS = (
    CodeField("type"),
    CodeField("base_code_id"),
    CodeField("overrides"),
    CodeField("rules", _rules, part="rules"),
    CodeField(
        "password",
        _password,
        columns=("password_hash", "password_epoch"),
        part="password",
        is_cleared=True,
        copied=("password_hash",),
    ),
    CodeField("scan_limit", _plain("scan_limit"), part="limits", is_cleared=True),
    CodeField("visitor_limit", _plain("visitor_limit"), part="limits", is_cleared=True),
    CodeField("name", _plain("name"), copied=()),
    CodeField("destination", _destination, part="destination"),
    CodeField("forwards_query", _plain("forwards_query"), part="destination"),
    CodeField("app_links", _app_links, part="destination", is_cleared=True),
    CodeField("content", _content, part="content"),
    CodeField("width", _plain("width"), part="design"),
    CodeField("height", _plain("height"), part="design"),
    CodeField("design", _design, part="design"),
    CodeField("domain", _domain, columns=("domain_id", "on_product_host")),
    CodeField("state", _state, part="state", copied=()),
    CodeField("tags", _tags),
    CodeField("properties", _plain("properties")),
    CodeField("folder_id", _plain("folder_id")),
    CodeField("active_from", _plain("active_from"), part="window", is_cleared=True),
    CodeField("active_until", _plain("active_until"), part="window", is_cleared=True),
    CodeField("fallback_url", _address("fallback_url"), part="fallback_url", is_cleared=True),
    CodeField("expired_url", _address("expired_url"), part="expired_url", is_cleared=True),
    CodeField("promo_lock", part="promo_lock", copied=()),
)
"""The fields in the order in which a request's values are stored, so the first invalid one causes the error.

A copy is active and has no promo lock, because promo codes open only the original.
"""

BY_NAME: Mapping[str, CodeField] = {field.name: field for field in FIELDS}

COPIED = tuple(column for field in FIELDS for column in field.copied_columns)
"""Columns that a copy takes from its original."""


def _parts() -> dict[str, tuple[str, ...]]:
    parts: dict[str, tuple[str, ...]] = {}
    for field in FIELDS:
        if field.part is not None:
            parts[field.part] = (*parts.get(field.part, ()), *field.kept_in)
    return parts


PARTS: Mapping[str, tuple[str, ...]] = _parts()
"""Names that a child's `overrides` may contain, and the columns of each."""


def given_by(request: BaseModel) -> list[CodeField]:
    """Return the fields of a code that a request contains, null or not."""
    return [field for field in FIELDS if field.name in request.model_fields_set]


def changed_by(request: BaseModel) -> list[CodeField]:
    """Return the fields that a request changes: those it contains, except nulls that leave the value unchanged."""
    return [
        field
        for field in given_by(request)
        if field.store is not None
        and (field.is_cleared or getattr(request, field.name) is not None)
    ]


def parts_of(fields: Iterable[CodeField]) -> set[str]:
    """Return the parts to which these fields belong."""
    return {field.part for field in fields if field.part is not None}


def store(checks: Checks, code: Code, name: str, value: Any) -> None:
    """Check the value of a field and store it on a code. Raises Invalid if the code cannot have it."""
    handler = BY_NAME[name].store
    assert handler is not None, f"no request changes {name}"
    handler(checks, code, value)


def store_changes(checks: Checks, code: Code, request: BaseModel) -> None:
    """Check all changes of a request and store them on a code."""
    for field in changed_by(request):
        store(checks, code, field.name, getattr(request, field.name))
