"""Evaluates the conditions of rules. Pure functions. An unknown fact is None, and then neither `is` nor `is_not` holds,
so missing data never makes a rule apply.
"""

import hmac
from collections.abc import Callable, Mapping
from datetime import datetime, time, timedelta
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any
from urllib.parse import parse_qsl
from zoneinfo import ZoneInfo

from api.domains.codes.codes.rules import (
    WEEKDAYS,
    BrowserCondition,
    CityCondition,
    Condition,
    CountryCondition,
    CustomerSegmentCondition,
    CustomerTagCondition,
    DateWindowCondition,
    DeviceCondition,
    DistanceCondition,
    LanguageCondition,
    LocalTimeCondition,
    NetworkCondition,
    QueryCondition,
    RegionCondition,
    Rule,
    SplitCondition,
    StockCondition,
    SystemCondition,
    TotalScansCondition,
    VisitNumberCondition,
)
from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.rules.types import Visit
from api.kit.coordinates import distance_km

WHOLE = 10_000
"""Shares are counted in hundredths of a percent, so this is 100 %."""

Outcome = bool | None


def holds(
    condition: Condition, rule: Rule, code: ResolvedCode, visit: Visit, now: datetime
) -> bool:
    """Return whether the condition holds for this visit, including `is_not` and unknown facts."""
    if isinstance(condition, SplitCondition):
        return in_share(rule, condition, code, visit, now)
    result = _CONDITIONS[condition.kind](condition, code, visit, now)
    if result is None:
        return False
    return result if condition.op != "is_not" else not result


def in_share(
    rule: Rule, condition: SplitCondition, code: ResolvedCode, visit: Visit, now: datetime
) -> bool:
    """Return whether the visitor is in the rule's share. If the split is sticky, the result is the same on each
    visit.
    """
    bounds = code.rules.shares.get(rule.key)
    drawn = drawn_by(condition, code, visit, now, bounds[0]) if bounds is not None else None
    return bounds is not None and drawn is not None and bounds[1] <= drawn < bounds[2]


def drawn_by(
    condition: SplitCondition, code: ResolvedCode, visit: Visit, now: datetime, group: str
) -> int | None:
    """Return the bucket of this visit in a split, or None if it depends on the visitor and the visitor is unknown."""
    visitor_id = visit.identity.visitor_id
    if not condition.sticky:
        # The time is that of the visit, so that the decision remains a pure function of its
        # arguments.
        return _variant_bucket(f"{visitor_id} {now.isoformat()}", code.code_id, group)
    return None if visitor_id is None else variant_bucket(visitor_id, code.code_id, group)


@lru_cache(maxsize=4096)
def variant_bucket(visitor_id: str, code_id: str, group: str) -> int:
    """Return the visitor's bucket in a split: a number below 10,000 that never changes."""
    return _variant_bucket(visitor_id, code_id, group)


def _variant_bucket(visitor_id: str, code_id: str, group: str) -> int:
    drawn = hmac.digest(code_id.encode(), f"{group}\n{visitor_id}".encode(), "sha256")
    return int.from_bytes(drawn[:8], "big") % WHOLE


@lru_cache(maxsize=256)
def zone_of(name: str) -> ZoneInfo:
    """Return a time zone whose name was checked when it was stored."""
    return ZoneInfo(name)


@lru_cache(maxsize=1024)
def parameters_of(query: str) -> Mapping[str, tuple[str, ...]]:
    """Return the parameters of a query string, limited in size. Unreadable parts are left out."""
    try:
        pairs = parse_qsl(query[:4096], keep_blank_values=True, errors="replace", max_num_fields=64)
    except ValueError:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for name, value in pairs:
        found[name] = (*found.get(name, ()), value)
    return found


def _one_of(fact: str | None, values: list[str]) -> Outcome:
    if fact is None:
        return None
    low = fact.casefold()
    return any(low == value.casefold() for value in values)


def _country(it: CountryCondition, _code: ResolvedCode, visit: Visit, _now: datetime) -> Outcome:
    country = visit.place.country
    return None if country is None else country in it.values


def _region(it: RegionCondition, _code: ResolvedCode, visit: Visit, _now: datetime) -> Outcome:
    return _one_of(visit.place.region, it.values)


def _city(it: CityCondition, _code: ResolvedCode, visit: Visit, _now: datetime) -> Outcome:
    return _one_of(visit.place.city, it.values)


@lru_cache(maxsize=4096)
def address_of(text: str) -> IPv4Address | IPv6Address | None:
    """Return an address in the form that networks compare, or None if it is not valid."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


@lru_cache(maxsize=4096)
def network_named(text: str) -> IPv4Network | IPv6Network:
    """Return a network that was checked when it was stored."""
    return ip_network(text)


def _network(it: NetworkCondition, _code: ResolvedCode, visit: Visit, _now: datetime) -> Outcome:
    address = address_of(visit.address)
    return None if address is None else any(address in network_named(net) for net in it.values)


def _distance(it: DistanceCondition, _code: ResolvedCode, visit: Visit, _now: datetime) -> Outcome:
    latitude, longitude = visit.place.latitude, visit.place.longitude
    if latitude is None or longitude is None:
        return None
    return distance_km(latitude, longitude, it.latitude, it.longitude) <= it.km


def _device(it: DeviceCondition, _code: ResolvedCode, visit: Visit, _now: datetime) -> Outcome:
    return visit.agent.device in it.values


def _system(it: SystemCondition, _code: ResolvedCode, visit: Visit, _now: datetime) -> Outcome:
    return _one_of(visit.agent.system, it.values)


def _browser(it: BrowserCondition, _code: ResolvedCode, visit: Visit, _now: datetime) -> Outcome:
    return _one_of(visit.agent.browser, it.values)


def _language(it: LanguageCondition, _code: ResolvedCode, visit: Visit, _now: datetime) -> Outcome:
    language = visit.context.language
    if language is None:
        return None
    low = language.casefold()
    return any(
        low == wanted or low.startswith(f"{wanted}-")
        for wanted in (value.casefold() for value in it.values)
    )


def _local_time(
    it: LocalTimeCondition, code: ResolvedCode, _visit: Visit, now: datetime
) -> Outcome:
    local = now.astimezone(zone_of(it.time_zone or code.time_zone))
    day = local.date()
    if it.starts is not None and it.ends is not None:
        clock = local.time().replace(tzinfo=None)
        starts, ends = time.fromisoformat(it.starts), time.fromisoformat(it.ends)
        if starts < ends:
            if not starts <= clock < ends:
                return False
        elif clock < ends:
            day -= timedelta(days=1)
        elif clock < starts:
            return False
    return not it.weekdays or WEEKDAYS[day.weekday()] in it.weekdays


def _dates(it: DateWindowCondition, _code: ResolvedCode, _visit: Visit, now: datetime) -> Outcome:
    return (it.starts is None or it.starts <= now) and (it.ends is None or now < it.ends)


def _compared(
    it: VisitNumberCondition | TotalScansCondition | StockCondition, number: int | None
) -> Outcome:
    """Compare a number. `is` and `is_not` both test for equality, and `holds` negates the result of the latter."""
    if number is None:
        return None
    if it.op == "at_least":
        return number >= it.value
    if it.op == "at_most":
        return number <= it.value
    return number == it.value


def _visit_number(
    it: VisitNumberCondition, _code: ResolvedCode, visit: Visit, _now: datetime
) -> Outcome:
    return _compared(it, visit.facts.visit_number)


def _total_scans(
    it: TotalScansCondition, _code: ResolvedCode, visit: Visit, _now: datetime
) -> Outcome:
    return _compared(it, visit.facts.total_scans)


def _stock(it: StockCondition, _code: ResolvedCode, visit: Visit, _now: datetime) -> Outcome:
    return _compared(it, visit.facts.stock.get(it.subject_id))


def _query(it: QueryCondition, _code: ResolvedCode, visit: Visit, _now: datetime) -> Outcome:
    values = parameters_of(visit.query).get(it.name, ())
    return any(value in it.values for value in values) if it.values else bool(values)


def _customer_tag(
    it: CustomerTagCondition, _code: ResolvedCode, visit: Visit, _now: datetime
) -> Outcome:
    tags = visit.facts.customer_tags
    if tags is None:
        return None
    low = {tag.casefold() for tag in tags}
    return any(value.casefold() in low for value in it.values)


def _customer_segment(
    it: CustomerSegmentCondition, _code: ResolvedCode, visit: Visit, _now: datetime
) -> Outcome:
    segments = visit.facts.customer_segments
    return None if segments is None else not segments.isdisjoint(it.values)


_CONDITIONS: Mapping[str, Callable[[Any, ResolvedCode, Visit, datetime], Outcome]] = {
    "country": _country,
    "region": _region,
    "city": _city,
    "network": _network,
    "distance": _distance,
    "device": _device,
    "system": _system,
    "browser": _browser,
    "language": _language,
    "local_time": _local_time,
    "date_window": _dates,
    "visit_number": _visit_number,
    "total_scans": _total_scans,
    "stock": _stock,
    "query": _query,
    "customer_tag": _customer_tag,
    "customer_segment": _customer_segment,
}
