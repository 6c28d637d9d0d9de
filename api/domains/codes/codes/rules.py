"""Rules of a code as they are stored, as requests contain them, and as `decide` reads them.

A rule applies when all its conditions hold, and the first rule that applies decides.
`api.domains.codes.rules.conditions` defines what the conditions mean; this module defines only their structure.
"""

from collections.abc import Iterable, Mapping
from ipaddress import ip_network
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from api.domains.org.organizations.schemas import TimeZone
from api.kit.json_shapes import DocumentedAs
from api.kit.visible_text import EMPTY_IF_INVISIBLE

MAX_RULES = 100
MAX_CONDITIONS = 12
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DEVICES = ("phone", "tablet", "desktop", "tv", "other")

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
Device = Literal["phone", "tablet", "desktop", "tv", "other"]
Either = Literal["is", "is_not"]
Compared = Literal["is", "is_not", "at_least", "at_most"]

PartId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Word = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
Country = Annotated[
    str, StringConstraints(strip_whitespace=True, to_upper=True, pattern=r"^[A-Za-z]{2}$")
]
Language = Annotated[
    str,
    StringConstraints(strip_whitespace=True, pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$"),
]
ClockTime = Annotated[
    str, StringConstraints(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$"), Field(examples=["18:30"])
]


def _network(text: str) -> str:
    try:
        return str(ip_network(text, strict=False))
    except ValueError:
        raise ValueError("must be a network like 192.0.2.0/24 or 2001:db8::/32") from None


Network = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=64), AfterValidator(_network)
]
"""A network or a single address, in its normalised form."""

Count = Annotated[int, Field(ge=1, le=10**12)]


class RulePart(BaseModel):
    """Base class of all parts of a rule. Misspelt fields are refused, because otherwise a rule would apply too
    often.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class CountryCondition(RulePart):
    """The country of the visitor's network."""

    kind: Literal["country"] = "country"
    op: Either = "is"
    values: list[Country] = Field(min_length=1, max_length=250)


class RegionCondition(RulePart):
    """The state or province of the visitor's network, by name."""

    kind: Literal["region"] = "region"
    op: Either = "is"
    values: list[Word] = Field(min_length=1, max_length=100)


class CityCondition(RulePart):
    """The city of the visitor's network, by name."""

    kind: Literal["city"] = "city"
    op: Either = "is"
    values: list[Word] = Field(min_length=1, max_length=100)


class NetworkCondition(RulePart):
    """Networks to which the visitor's address belongs. The address itself is not stored."""

    kind: Literal["network"] = "network"
    op: Either = "is"
    values: list[Network] = Field(min_length=1, max_length=200)


class DistanceCondition(RulePart):
    """`is`: within this distance from a point. `is_not`: farther away. The location is that of the network, so it is
    only approximate.
    """

    kind: Literal["distance"] = "distance"
    op: Either = "is"
    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)
    km: float = Field(gt=0, le=20_040)


class DeviceCondition(RulePart):
    """The type of the visitor's device."""

    kind: Literal["device"] = "device"
    op: Either = "is"
    values: list[Device] = Field(min_length=1, max_length=5)


class SystemCondition(RulePart):
    """The operating system, by name: iOS, Android, Windows…"""

    kind: Literal["system"] = "system"
    op: Either = "is"
    values: list[Word] = Field(min_length=1, max_length=50)


class BrowserCondition(RulePart):
    """The browser, by name: Safari, Chrome, Firefox…"""

    kind: Literal["browser"] = "browser"
    op: Either = "is"
    values: list[Word] = Field(min_length=1, max_length=50)


class LanguageCondition(RulePart):
    """The visitor's preferred language: `pt` matches any Portuguese, `pt-BR` only that one."""

    kind: Literal["language"] = "language"
    op: Either = "is"
    values: list[Language] = Field(min_length=1, max_length=50)


class LocalTimeCondition(RulePart):
    """Weekdays and a time of day in the organisation's time zone or a given one. A period that ends before it
    starts runs past midnight and belongs to the day on which it starts.
    """

    kind: Literal["local_time"] = "local_time"
    op: Either = "is"
    weekdays: list[Weekday] = Field(default_factory=list, max_length=7)
    starts: ClockTime | None = None
    ends: ClockTime | None = Field(None, description="Exclusive")
    time_zone: TimeZone | None = Field(None, description="Defaults to that of the organisation")

    @model_validator(mode="after")
    def _require_content(self) -> Self:
        if (self.starts is None) != (self.ends is None):
            raise ValueError("starts and ends are required together")
        if not self.weekdays and self.starts is None:
            raise ValueError("needs weekdays, a time of day or both")
        if self.starts is not None and self.starts == self.ends:
            raise ValueError("starts and ends must differ")
        return self


class DateWindowCondition(RulePart):
    """From one moment (inclusive) to another (exclusive); one of them may be open."""

    kind: Literal["date_window"] = "date_window"
    op: Either = "is"
    starts: AwareDatetime | None = None
    ends: AwareDatetime | None = None

    @model_validator(mode="after")
    def _is_a_window(self) -> Self:
        if self.starts is None and self.ends is None:
            raise ValueError("needs starts, ends or both")
        if self.starts is not None and self.ends is not None and self.starts >= self.ends:
            raise ValueError("ends must be later than starts")
        return self


class VisitNumberCondition(RulePart):
    """The number of this visitor's visit to this code; the first is 1."""

    kind: Literal["visit_number"] = "visit_number"
    op: Compared = "is"
    value: Count


class TotalScansCondition(RulePart):
    """The number of the visit to this code, across all visitors; the first is 1."""

    kind: Literal["total_scans"] = "total_scans"
    op: Compared = "at_most"
    value: Count


class StockCondition(RulePart):
    """How many unused one-time codes a base code or batch has left."""

    kind: Literal["stock"] = "stock"
    op: Compared = "at_least"
    subject_id: PartId
    value: int = Field(ge=0, le=10**12)


class QueryCondition(RulePart):
    """A parameter of the opened URL. Without values, the condition is that it is present at all."""

    kind: Literal["query"] = "query"
    op: Either = "is"
    name: Word
    values: list[Annotated[str, StringConstraints(max_length=200)]] = Field(
        default_factory=list, max_length=50
    )


class CustomerTagCondition(RulePart):
    """A tag of the customer as whom the visitor is known."""

    kind: Literal["customer_tag"] = "customer_tag"
    op: Either = "is"
    values: list[Word] = Field(min_length=1, max_length=50)


class CustomerSegmentCondition(RulePart):
    """A segment of the visitor's customer: `is` one of them, `is_not` none of them."""

    kind: Literal["customer_segment"] = "customer_segment"
    op: Either = "is"
    values: list[PartId] = Field(min_length=1, max_length=50)


class SplitCondition(RulePart):
    """A share of the visitors, the same ones each time, or with `sticky` off, a share of the visits. Rules of
    one group divide them up in the order of the list, so their shares never overlap.
    """

    kind: Literal["split"] = "split"
    percent: float = Field(gt=0, le=100)
    group: PartId | None = Field(None, description="Without a group, the rule stands alone")
    sticky: bool = Field(True, description="Off: each visit is assigned again")


Condition = Annotated[
    CountryCondition
    | RegionCondition
    | CityCondition
    | NetworkCondition
    | DistanceCondition
    | DeviceCondition
    | SystemCondition
    | BrowserCondition
    | LanguageCondition
    | LocalTimeCondition
    | DateWindowCondition
    | VisitNumberCondition
    | TotalScansCondition
    | StockCondition
    | QueryCondition
    | CustomerTagCondition
    | CustomerSegmentCondition
    | SplitCondition,
    Field(discriminator="kind"),
]


class RedirectOutcome(RulePart):
    """Redirect to a URL."""

    type: Literal["redirect"] = "redirect"
    url: Annotated[str, StringConstraints(min_length=1, max_length=4096)]


class PageOutcome(RulePart):
    """Show a page: the code's own, or another published one of the organisation."""

    type: Literal["page"] = "page"
    page_id: PartId | None = Field(None, description="Defaults to the code's own page")


class RefuseOutcome(RulePart):
    """Refuse the visit with a notice."""

    type: Literal["refuse"] = "refuse"
    message: Annotated[str, StringConstraints(strip_whitespace=True, max_length=300)] = ""


Outcome = Annotated[RedirectOutcome | PageOutcome | RefuseOutcome, Field(discriminator="type")]


class Rule(RulePart):
    """One rule."""

    id: PartId | None = Field(
        None, description="Created by default; stored with each scan that the rule answers"
    )
    name: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=80), EMPTY_IF_INVISIBLE
    ] = ""
    enabled: bool = True
    conditions: list[Condition] = Field(
        default_factory=list,
        max_length=MAX_CONDITIONS,
        description="All must match; without any, the rule applies to everyone",
    )
    outcome: Outcome

    @property
    def key(self) -> str:
        """Return the ID, for records."""
        return self.id or ""

    @model_validator(mode="after")
    def _has_one_split_at_most(self) -> Self:
        if sum(condition.kind == "split" for condition in self.conditions) > 1:
            raise ValueError("a rule can have one percentage split only")
        return self


def _fit_together(rules: list[Rule]) -> list[Rule]:
    ids = [rule.id for rule in rules if rule.id is not None]
    if len(ids) != len(set(ids)):
        raise ValueError("two rules have the same id")
    shares: dict[str, float] = {}
    sticky: dict[str, set[bool]] = {}
    for rule in rules:
        for condition in rule.conditions:
            if condition.kind == "split" and condition.group is not None:
                sticky.setdefault(condition.group, set()).add(condition.sticky)
                shares[condition.group] = shares.get(condition.group, 0) + condition.percent
    for group, kinds in sticky.items():
        if len(kinds) > 1:
            raise ValueError(f"split group {group} is sticky in one rule and not in another")
    for group, share in shares.items():
        if share > 100 + 1e-9:
            raise ValueError(f"the shares of split group {group} add up to {share:g}%")
    return rules


Rules = Annotated[list[Rule], Field(max_length=MAX_RULES), AfterValidator(_fit_together)]
"""The rules of one code, in the order in which they are checked."""


StoredRules = Annotated[list[Any], DocumentedAs(list[Rule])]
"""Rules as a code stores them. Rules that are not valid are still shown, so that their owner can correct them."""


def stored_rule(rule: Rule, rule_id: str, url: str | None) -> dict[str, Any]:
    """Return a rule in the form in which its code stores it: with an ID, and its address in the normalised form."""
    stored = rule.model_dump(mode="json") | {"id": rule_id}
    if url is not None:
        stored["outcome"]["url"] = url
    return stored


def share_bounds(rules: Iterable[Rule]) -> Mapping[str, tuple[str, int, int]]:
    """Return the group and the bounds of each rule's share in hundredths of a percent, by rule ID."""
    ends: dict[str, float] = {}
    bounds: dict[str, tuple[str, int, int]] = {}
    for rule in rules:
        for condition in rule.conditions:
            if condition.kind == "split":
                group = f"group {condition.group}" if condition.group else f"rule {rule.key}"
                start = ends.get(group, 0.0)
                ends[group] = start + condition.percent
                bounds[rule.key] = (group, round(start * 100), round(ends[group] * 100))
    return bounds
