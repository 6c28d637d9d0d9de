"""The loyalty programme of one organisation of the demonstration, and its customers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from runtime.demo.world import DemoOrganization, demo_id

DEMO_TAG = "demo"
"""Every customer has this tag, so that nobody mistakes them for real people."""
NAMES = ["faker.providers.person"]
"""The only provider of Faker that is used, because loading its other lists takes long."""


@dataclass(frozen=True, slots=True)
class DemoVisit:
    """A visit to a shop: how long ago, at which minute of the day, and the amount paid."""

    days_ago: int
    minute: int
    cents: int


@dataclass(frozen=True, slots=True)
class DemoCustomer:
    """A fictitious customer. Email address and phone number are from ranges that nobody can have."""

    first_name: str
    last_name: str
    email: str
    phone: str
    language: str
    joined_days_ago: int
    fields: Mapping[str, str]
    birthday: str | None = None
    tags: tuple[str, ...] = ()
    wants_news: bool = False
    wants_texts: bool = False
    changed_their_mind: bool = False
    visits: tuple[DemoVisit, ...] = field(default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoTill:
    """The till at which visits are recorded, and the numbering of its receipts."""

    name: str
    pins: tuple[str, ...]
    """One PIN per member of staff."""
    staff_names: Callable[[], list[str]]
    currency: str
    cents_of_an_item: int
    """Approximate price of one item."""
    first_receipt: int
    refund_cents: int
    refund_note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPasses:
    """Pass templates, the holders of their passes, and the changes made to the passes."""

    templates: Mapping[str, Mapping[str, Any]]
    """Content of each template, by its name."""
    holders: Mapping[str, int]
    """Number of customers with a pass of each template, counted from those who joined first."""
    rows: tuple[Mapping[str, str], ...]
    """Individual values of the passes, used in turn."""
    without_phone: int
    """Every n-th pass is not installed on a phone, where n is this number."""
    removed: int
    """Every n-th pass was removed from its phone, where n is this number."""
    changed_field: str
    new_value: str
    message: str
    """Sent tomorrow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoLoyalty:
    """The complete loyalty data of one organisation."""

    organization: DemoOrganization
    join_code: str
    """Slug of the code through which customers joined."""
    customers: Callable[[], list[DemoCustomer]]
    """Customers in the order in which they joined, with the friends whom others referred at the end."""
    friends: int
    """Number of customers who are friends. The last of them has done nothing yet."""
    friends_bring_friends: bool
    """Whether each friend was referred by the previous one. Otherwise all friends were referred by the same
    customer.
    """
    fields: tuple[dict[str, Any], ...]
    segments: tuple[dict[str, Any], ...]
    notes: tuple[str, ...]
    news_text: str
    texts_text: str
    program: dict[str, Any]
    rewards: tuple[dict[str, Any], ...]
    """The first is redeemed for stamps, the second for points."""
    welcome: int
    """Index of the reward that friends are given at the start."""
    earning: tuple[dict[str, Any], ...]
    """The earning rules that apply automatically. The first rule is for orders."""
    referrals: dict[str, Any]
    till: DemoTill
    passes: DemoPasses

    @property
    def join_code_id(self) -> str:
        """Return the ID of the code through which customers joined."""
        return demo_id("code", self.join_code, 10)

    def points_for(self, cents: int) -> int:
        """Return the points for an order."""
        rule = self.earning[0]
        points: int = cents // rule["per_cents"] * rule["amount"]
        return points
