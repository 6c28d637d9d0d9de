"""Types of a visit: the visitor, what is known about them, and the decision.

Types that are created for every visit are named tuples: they cost a third of a frozen dataclass.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, NamedTuple

from api.domains.codes.codes.types import AppLink, ResolvedCode

Method = Literal["GET", "HEAD", "POST"]


class Place(NamedTuple):
    """The location of an address, as coarse as in the offline table."""

    country: str | None = None
    region: str | None = None
    city: str | None = None
    latitude: float | None = None
    longitude: float | None = None


UNKNOWN_PLACE = Place()


@dataclass(frozen=True, slots=True)
class Agent:
    """The device and browser according to a user agent, and whether it is known to be a bot."""

    text: str
    device: str
    system: str | None
    browser: str | None
    bot_reason: str | None
    preview_reason: str | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The bot verdict on one visit. It marks the visit but never drops it."""

    bot_reason: str | None = None
    preview_reason: str | None = None

    @property
    def is_human(self) -> bool:
        return self.bot_reason is None and self.preview_reason is None


class Identity(NamedTuple):
    """A visitor's pseudonymous identity."""

    visitor_id: str | None
    kind: Literal["cookie", "daily", "none"]
    new_cookie: str | None = None
    """Value of a cookie to set, because this visitor had none of ours."""
    forget: bool = False
    """Whether to delete our cookie, because the visitor refused but still has one."""


class VisitContext(NamedTuple):
    """Language, referring host and UTM values of a visit."""

    language: str | None = None
    referrer: str | None = None
    utm_source: str | None = None
    utm_medium: str | None = None
    utm_campaign: str | None = None
    utm_term: str | None = None
    utm_content: str | None = None


class Facts(NamedTuple):
    """Facts about a visitor and a code, looked up only for codes that need them. None means unknown."""

    password_ok: bool = False
    promo_ok: bool = False
    visit_number: int | None = None
    """The number of this opening of the code by this visitor; the first is 1."""
    total_scans: int | None = None
    """The number of this opening of the code, across all visitors; the first is 1."""
    stock: Mapping[str, int] = MappingProxyType({})
    """Remaining stock, by subject."""
    customer_tags: frozenset[str] | None = None
    customer_segments: frozenset[str] | None = None
    """IDs of the segments in which the customer is."""


NO_FACTS = Facts()


class Visit(NamedTuple):
    """Everything known about one opening of one code when its outcome is decided."""

    identity: Identity
    agent: Agent
    place: Place
    context: VisitContext
    verdict: Verdict
    method: Method = "GET"
    query: str = ""
    facts: Facts = NO_FACTS
    signals: tuple[str, ...] = ()
    """Signals of the request in addition to its user agent, which are stored in the event."""
    address: str = ""
    """The address of the request, for rules about networks. It is only compared and never stored."""
    name: str | None = None
    """The slug in the opened link, in lower case; None if the link contained the code's ID."""
    uses: bool = False
    """Whether the visitor pressed "Use it now", so that a one-time code leads on instead of showing its offer."""


class PageReference(NamedTuple):
    """The place where something was seen or used: the page of a code, or a page without a code."""

    org_id: str
    code_id: str | None
    page_id: str | None


class Refusal(StrEnum):
    """Why a code does not lead to its usual destination."""

    DELETED = "deleted"
    PAUSED = "paused"
    NOT_YET = "not_yet"
    OVER = "over"
    UNAVAILABLE = "unavailable"
    USED = "used"
    VOID = "void"
    PASSWORD = "password"  # noqa: S105 - a reason
    LOCKED = "locked"
    LIMIT = "limit"
    RULE = "rule"


WITHOUT_FALLBACK = frozenset(
    {Refusal.PASSWORD, Refusal.LOCKED, Refusal.USED, Refusal.VOID, Refusal.RULE}
)
"""Refusals whose own page must be shown, because it requests something or contains the owner's message."""


class Decision(NamedTuple):
    """The outcome of a visit, and the rule that decided it (None: the code itself)."""

    outcome: Literal["redirect", "page", "fallback", "refused"]
    code: ResolvedCode
    url: str | None = None
    rule: str | None = None
    refusal: Refusal | None = None
    message: str = ""
    """The owner's message for a refusal by a rule."""
    page_id: str | None = None
    """The page that a rule names. None: the code's own page."""
    is_offer: bool = False
    """Whether this is the offer of an unused one-time code. `url` is its destination once it is used."""
    app: AppLink | None = None
    """An app that the visitor's phone may have. `url` is for everyone else."""
