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
    """Where an address is, as coarse as the offline table knows it."""

    country: str | None = None
    region: str | None = None
    city: str | None = None
    latitude: float | None = None
    longitude: float | None = None


UNKNOWN_PLACE = Place()


@dataclass(frozen=True, slots=True)
class Agent:
    """What a user agent says of itself, and whether it is known to be a machine."""

    text: str
    device: str
    system: str | None
    browser: str | None
    bot_reason: str | None
    preview_reason: str | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The bot verdict on one visit. It marks the visit; it never drops it."""

    bot_reason: str | None = None
    preview_reason: str | None = None

    @property
    def is_human(self) -> bool:
        return self.bot_reason is None and self.preview_reason is None


class Identity(NamedTuple):
    """Who a visitor is, without naming anybody."""

    visitor_id: str | None
    kind: Literal["cookie", "daily", "none"]
    new_cookie: str | None = None
    """Value of a cookie to set: this visitor had none that was ours."""
    forget: bool = False
    """The visitor refused, yet still carries a cookie of ours: take it away."""


class VisitContext(NamedTuple):
    """What a visit came with."""

    language: str | None = None
    referrer: str | None = None
    utm_source: str | None = None
    utm_medium: str | None = None
    utm_campaign: str | None = None
    utm_term: str | None = None
    utm_content: str | None = None


class Facts(NamedTuple):
    """What is looked up about a visitor and a code, only for codes that need it. None: unknown."""

    password_ok: bool = False
    promo_ok: bool = False
    visit_number: int | None = None
    """Which opening of this code by this visitor it is; the first is 1."""
    total_scans: int | None = None
    """Which opening of this code it is, of all visitors together."""
    stock: Mapping[str, int] = MappingProxyType({})
    """What is left, by subject."""
    customer_tags: frozenset[str] | None = None
    customer_segments: frozenset[str] | None = None
    """Ids of the segments that the customer is in."""


NO_FACTS = Facts()


class Visit(NamedTuple):
    """Everything known of one opening of one code, when it is decided what it leads to."""

    identity: Identity
    agent: Agent
    place: Place
    context: VisitContext
    verdict: Verdict
    method: Method = "GET"
    query: str = ""
    facts: Facts = NO_FACTS
    signals: tuple[str, ...] = ()
    """What the request showed beside its user agent; the event keeps it."""
    address: str = ""
    """Where the request came from, for rules about networks. It is compared, and never kept."""
    name: str | None = None
    """The name in the link that was opened, in lower case; None when it was the code's own id."""
    uses: bool = False
    """The visitor pressed "Use it now": a one-time code leads on instead of making its offer."""


class PageReference(NamedTuple):
    """Where something was seen or used: the page of a code, or one that has none."""

    org_id: str
    code_id: str | None
    page_id: str | None


class Refusal(StrEnum):
    """Why a code does not lead where it usually leads."""

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
"""Refusals whose own page must be seen: it asks for something, or tells what the owner meant it to."""


class Decision(NamedTuple):
    """What a visit leads to, and which rule decided (None: the code itself)."""

    outcome: Literal["redirect", "page", "fallback", "refused"]
    code: ResolvedCode
    url: str | None = None
    rule: str | None = None
    refusal: Refusal | None = None
    message: str = ""
    """What the owner says with a refusal by rule."""
    page_id: str | None = None
    """The page that a rule names; None is the code's own."""
    is_offer: bool = False
    """A one-time code that is not used yet: `url` is where it will lead once it is."""
    app: AppLink | None = None
    """An app that the visitor's phone may have; `url` is for everybody else."""
