"""Constants and types of codes that other domains may use."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from api.domains.codes.codes.promo_lock import LockState
from api.domains.codes.codes.rule_sets import NO_RULES, RuleSet
from api.rendering.visitor_pages.brand import NO_BRAND, Brand

CODE_ID = re.compile(r"[0-9A-Za-z]{10}\Z")
"""Format of a code's ID. IDs use only some of these characters, and similar-looking texts are simply not found."""

SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{1,62}[A-Za-z0-9]\Z")
"""Format of a slug. Case is ignored."""

RESERVED_WORDS = frozenset(
    {
        "admin",
        "ai-qr",
        "api",
        "app-config.json",
        "assets",
        "auth",
        "card",
        "code",
        "deletealert",
        "dev",
        "developers",
        "docs",
        "dummy",
        "favicon.ico",
        "game",
        "healthz",
        "invitation",
        "l",
        "media",
        "login",
        "logout",
        "mail",
        "metrics",
        "note",
        "objects",
        "openapi.json",
        "p",
        "page",
        "pitviper",
        "preferences",
        "privacy",
        "push",
        "readyz",
        "redoc",
        "refer",
        "reference",
        "robots.txt",
        "share",
        "shared",
        "static",
        "terms",
        "till",
        "v0",
        "v1",
        "visitor",
        "wall",
        "webhooks",
    }
)
"""First segments of fixed routes, in lower case. No short path or slug of a code may ever shadow them."""


class CodeKind(StrEnum):
    """The kind of content that a code opens."""

    PAGE = "page"
    REDIRECT = "redirect"
    PASS = "pass"  # noqa: S105 - a kind of code
    WALL = "wall"
    NOTE = "note"
    GAME = "game"
    PROMO = "promo"
    FORM = "form"


PAGE_KINDS = (CodeKind.PAGE, CodeKind.FORM, CodeKind.PROMO)
"""Kinds that open the page that their owner designed and published."""

CONTENT_KINDS = (CodeKind.PAGE, CodeKind.PROMO)
"""Kinds that show the code's own content until a page is published."""


REDIRECT_KINDS = (
    *(CodeKind.PAGE, CodeKind.REDIRECT, CodeKind.WALL, CodeKind.PASS),
    CodeKind.GAME,
)
"""Kinds that lead to their destination while they have no page to show."""


class CodeState(StrEnum):
    """The state that the owner has chosen for a code. Deletion is a timestamp, not a state."""

    ACTIVE = "active"
    PAUSED = "paused"


class OneTimeState(StrEnum):
    """State of a one-time code. Opening the code never redeems it; the visitor's POST does."""

    ISSUED = "issued"
    OPENED = "opened"
    USED = "used"
    VOID = "void"


class CodeRow(Protocol):
    """A stored code that other domains may read. They change it through the service of codes."""

    @property
    def code_id(self) -> str: ...

    @property
    def org_id(self) -> str: ...

    @property
    def slug(self) -> str | None: ...

    @property
    def name(self) -> str: ...

    @property
    def type(self) -> str: ...

    @property
    def destination(self) -> str | None: ...

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    @property
    def design(self) -> dict[str, Any]: ...

    @property
    def ai_media_id(self) -> str | None: ...

    @property
    def folder_id(self) -> str | None: ...

    @property
    def base_code_id(self) -> str | None: ...

    @property
    def properties(self) -> dict[str, str]: ...

    @property
    def state(self) -> str: ...

    @property
    def fallback_url(self) -> str | None: ...

    @property
    def password_hash(self) -> str | None: ...

    @property
    def promo_lock(self) -> dict[str, Any] | None: ...

    @property
    def one_time_state(self) -> str | None: ...

    @property
    def batch_id(self) -> str | None: ...

    @property
    def domain_id(self) -> str | None: ...

    @property
    def on_product_host(self) -> bool: ...

    @property
    def overrides(self) -> list[str]: ...

    @property
    def created_by(self) -> str | None: ...

    @property
    def deleted_at(self) -> datetime | None: ...

    @property
    def version(self) -> int: ...

    @property
    def base(self) -> "CodeRow | None":
        """The base code of this child."""


class LockableCode(CodeRow, Protocol):
    """A code whose promo lock is being changed."""

    promo_lock: dict[str, Any] | None
    overrides: list[str]
    updated_at: datetime


class CopiedCode(CodeRow, Protocol):
    """A fresh copy of a code, whose rules may still be changed to refer to the copies of pages."""

    rules: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class PageContent:
    """The content of the page of a code of kind `page`."""

    title: str = ""
    text: str = ""
    button_label: str = ""
    button_url: str = ""


class Artwork(NamedTuple):
    """A finished picture of the AI studio: the address that its code encodes, and the key of its file."""

    content: str
    key: str


class AppLink(NamedTuple):
    """A link that opens an app, and the destination for visitors without the app."""

    url: str
    fallback: str


@dataclass(frozen=True, slots=True)
class ResolvedCode:
    """A code prepared for opening: everything on which the decision depends, and nothing else."""

    code_id: str
    org_id: str
    kind: CodeKind
    slug: str | None = None
    """The slug that is shown and printed. None: the ID."""
    name: str = ""
    destination: str | None = None
    forwards_query: bool = False
    app_links: Mapping[str, Any] | None = None
    content: PageContent = PageContent()
    brand: Brand = NO_BRAND
    base_code_id: str | None = None
    state: CodeState = CodeState.ACTIVE
    active_from: datetime | None = None
    active_until: datetime | None = None
    fallback_url: str | None = None
    expired_url: str | None = None
    deleted_at: datetime | None = None
    rules: RuleSet = NO_RULES
    time_zone: str = "UTC"
    width: int = 512
    height: int = 512
    design: Mapping[str, Any] = field(default_factory=dict)
    ai_picture: str | None = None
    """Key of the studio's picture that is served instead of the rendered design."""
    version: int = 1
    password_hash: str | None = None
    password_epoch: int = 0
    """Incremented when the password changes. This closes what the old password opened."""
    scan_limit: int | None = None
    visitor_limit: int | None = None
    promo_lock: LockState | None = None
    one_time: OneTimeState | None = None
    used_at: datetime | None = None
    own_host: str | None = None
    """The custom domain that its picture encodes. None: the product's host."""
    shop_hosts: frozenset[str] = frozenset()
    """Hosts of the organisation's connected shops."""
    is_plain: bool = field(init=False, default=False, compare=False)
    """Whether it opens without any condition: no password, lock, limit, rule or one-time state."""

    def __post_init__(self) -> None:
        asks = (self.password_hash, self.promo_lock, self.scan_limit, self.visitor_limit)
        is_plain = (
            asks == (None, None, None, None) and self.one_time is None and not self.rules.rules
        )
        object.__setattr__(self, "is_plain", is_plain)
