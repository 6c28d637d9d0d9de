"""What keeps the customers of one organisation of the demonstration coming, and who they are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from runtime.demo.world import DemoOrganization, demo_id

DEMO_TAG = "demo"
"""Every customer has it: nobody shall take them for real people."""
NAMES = ["faker.providers.person"]
"""All that is asked of Faker; to load its other lists takes long."""


@dataclass(frozen=True, slots=True)
class DemoVisit:
    """A visit to a shop: how long ago, at which minute of the day, and what was paid."""

    days_ago: int
    minute: int
    cents: int


@dataclass(frozen=True, slots=True)
class DemoCustomer:
    """Somebody who does not exist. Mail and telephone are of ranges that nobody can have."""

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
    """Where visits are recorded, and how its receipts count."""

    name: str
    pins: tuple[str, ...]
    """Of the staff, one each."""
    staff_names: Callable[[], list[str]]
    currency: str
    cents_of_an_item: int
    """About what one thing costs."""
    first_receipt: int
    refund_cents: int
    refund_note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPasses:
    """Pass templates, whom their passes are for, and what was changed of them."""

    templates: Mapping[str, Mapping[str, Any]]
    """What each says, by its name."""
    holders: Mapping[str, int]
    """How many of the customers who joined first have a pass of each."""
    rows: tuple[Mapping[str, str], ...]
    """What passes say of their own, in turn."""
    without_phone: int
    """Every so many-th pass is on no phone."""
    removed: int
    """Every so many-th pass was removed from its phone."""
    changed_field: str
    new_value: str
    message: str
    """Sent tomorrow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoLoyalty:
    """All of it for one organisation."""

    organization: DemoOrganization
    join_code: str
    """Slug of the code through which customers joined."""
    customers: Callable[[], list[DemoCustomer]]
    """Those who joined first in front, friends whom others brought at the end."""
    friends: int
    """How many of them are friends. The last has done nothing yet."""
    friends_bring_friends: bool
    """Each friend was brought by the one before; else all by the same customer."""
    fields: tuple[dict[str, Any], ...]
    segments: tuple[dict[str, Any], ...]
    notes: tuple[str, ...]
    news_text: str
    texts_text: str
    program: dict[str, Any]
    rewards: tuple[dict[str, Any], ...]
    """The first is taken for stamps, the second for points."""
    welcome: int
    """Which of them friends are given to begin with."""
    earning: tuple[dict[str, Any], ...]
    """What customers earn points for by themselves. The first rule is for orders."""
    referrals: dict[str, Any]
    till: DemoTill
    passes: DemoPasses

    @property
    def join_code_id(self) -> str:
        """The code through which customers joined."""
        return demo_id("code", self.join_code, 10)

    def points_for(self, cents: int) -> int:
        """What an order gives."""
        rule = self.earning[0]
        points: int = cents // rule["per_cents"] * rule["amount"]
        return points
