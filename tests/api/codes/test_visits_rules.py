"""The meaning of each condition, the effect of unknown facts, and which of many rules applies."""

import itertools
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.domains.codes.codes.promo_lock import LockState
from api.domains.codes.codes.types import OneTimeState
from api.domains.codes.rules.conditions import holds, variant_bucket
from api.domains.codes.rules.decide import decide, matching_rule
from api.domains.codes.rules.types import (
    UNKNOWN_PLACE,
    Agent,
    Identity,
    Place,
    Refusal,
    Visit,
    VisitContext,
)
from api.kit.coordinates import distance_km
from tests.support.visit_cases import CODE, NOW, PHONE, code_with, leads_to, visit_of

UNKNOWN = Agent("", "other", None, None, None, None)
NEW_YEAR = {"kind": "date_window", "starts": "2026-11-20T12:00:00Z", "ends": "2026-11-20T13:00:00Z"}
NIGHT = {"kind": "local_time", "weekdays": ["fri"], "starts": "22:00", "ends": "02:00"}


def fires(condition: dict[str, Any], visit: Visit, now: datetime = NOW, zone: str = "UTC") -> bool:
    """Return whether a rule with this one condition applies; `decide` must agree."""
    code = code_with(leads_to("rule", condition), time_zone=zone)
    (rule,) = code.rules.rules
    answer = holds(rule.conditions[0], rule, code, visit, now)
    assert (decide(code, visit, now).rule is not None) == answer
    return answer


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


# condition, a visit that matches, one that does not, one with unknown facts (None: always known)
CASES: list[tuple[dict[str, Any], Visit, Visit, Visit | None]] = [
    (
        {"kind": "country", "values": ["gb", "IE"]},
        visit_of(),
        visit_of(place=Place("US")),
        visit_of(place=UNKNOWN_PLACE),
    ),
    (
        {"kind": "region", "values": ["england"]},
        visit_of(),
        visit_of(place=Place("GB", "Wales")),
        visit_of(place=Place("GB")),
    ),
    (
        {"kind": "city", "values": ["Bath", "leeds"]},
        visit_of(place=Place("GB", "England", "Leeds")),
        visit_of(place=Place("GB", "England", "York")),
        visit_of(place=Place("GB", "England")),
    ),
    (
        {"kind": "distance", "latitude": 51.5, "longitude": -0.12, "km": 5},
        visit_of(),
        visit_of(place=Place("GB", None, None, 53.48, -2.24)),
        visit_of(place=Place("GB")),
    ),
    (
        {"kind": "device", "values": ["phone", "tablet"]},
        visit_of(),
        visit_of(agent=replace(PHONE, device="desktop")),
        None,
    ),
    (
        {"kind": "system", "values": ["ios"]},
        visit_of(),
        visit_of(agent=replace(PHONE, system="Android")),
        visit_of(agent=UNKNOWN),
    ),
    (
        {"kind": "browser", "values": ["Safari"]},
        visit_of(),
        visit_of(agent=replace(PHONE, browser="Firefox")),
        visit_of(agent=UNKNOWN),
    ),
    (
        {"kind": "language", "values": ["en"]},
        visit_of(),
        visit_of(context=VisitContext(language="fr")),
        visit_of(context=VisitContext()),
    ),
    (
        {"kind": "language", "values": ["pt-BR"]},
        visit_of(context=VisitContext(language="pt-BR")),
        visit_of(context=VisitContext(language="pt")),
        visit_of(context=VisitContext()),
    ),
    (
        {"kind": "query", "name": "table", "values": ["7", "8"]},
        visit_of(query="a=1&table=7"),
        visit_of(query="table=9"),
        None,
    ),
    (
        {"kind": "query", "name": "vip"},
        visit_of(query="vip="),
        visit_of(query="VIP=1"),
        None,
    ),
    (
        {"kind": "visit_number", "value": 2},
        visit_of(visit_number=2),
        visit_of(visit_number=1),
        visit_of(),
    ),
    (
        {"kind": "customer_tag", "values": ["Gold"]},
        visit_of(customer_tags=frozenset({"gold", "x"})),
        visit_of(customer_tags=frozenset()),
        visit_of(),
    ),
    (
        {"kind": "total_scans", "op": "is", "value": 100},
        visit_of(total_scans=100),
        visit_of(total_scans=101),
        visit_of(),
    ),
    (
        {"kind": "stock", "op": "is", "subject_id": "base", "value": 0},
        visit_of(stock={"base": 0}),
        visit_of(stock={"base": 1}),
        visit_of(stock={"other": 0}),
    ),
]
IDS = [str(case[0]["kind"]) for case in CASES]


@pytest.mark.parametrize(("condition", "fits", "differs", "unknown"), CASES, ids=IDS)
def test_condition_and_negation_are_opposite_and_neither_holds_for_an_unknown_value(
    condition: dict[str, Any], fits: Visit, differs: Visit, unknown: Visit | None
) -> None:
    turned = condition | {"op": "is_not"}

    assert fires(condition, fits)
    assert not fires(condition, differs)
    assert not fires(turned, fits)
    assert fires(turned, differs)
    if unknown is not None:
        assert not fires(condition, unknown)
        assert not fires(turned, unknown)


@pytest.mark.parametrize("kind", ["visit_number", "total_scans"])
@pytest.mark.parametrize(
    ("op", "fitting"), [("at_least", {3, 4}), ("at_most", {1, 2, 3}), ("is_not", {1, 2, 4})]
)
def test_numeric_conditions_compare_numbers(kind: str, op: str, fitting: set[int]) -> None:
    condition = {"kind": kind, "op": op, "value": 3}

    visits: dict[int, dict[str, Any]] = {number: {kind: number} for number in range(1, 5)}
    found = {number for number, facts in visits.items() if fires(condition, visit_of(**facts))}

    assert found == fitting


@pytest.mark.parametrize(
    ("condition", "zone", "now", "expected"),
    [
        ({"kind": "local_time", "weekdays": ["fri"]}, "UTC", "2026-11-20T23:59", True),
        ({"kind": "local_time", "weekdays": ["fri"]}, "UTC", "2026-11-21T00:00", False),
        # In Auckland it is already Saturday, in New York still Thursday.
        ({"kind": "local_time", "weekdays": ["sat"]}, "Pacific/Auckland", "2026-11-20T12:00", True),
        ({"kind": "local_time", "weekdays": ["thu"]}, "America/New_York", "2026-11-20T03:00", True),
        (
            {"kind": "local_time", "weekdays": ["thu"], "time_zone": "UTC"},
            "America/New_York",
            "2026-11-20T03:00",
            False,
        ),
        (
            {"kind": "local_time", "starts": "09:00", "ends": "17:00"},
            "UTC",
            "2026-11-20T09:00",
            True,
        ),
        (
            {"kind": "local_time", "starts": "09:00", "ends": "17:00"},
            "UTC",
            "2026-11-20T17:00",
            False,
        ),
        # A night belongs to the day on which it starts.
        (NIGHT, "UTC", "2026-11-20T22:00", True),
        (NIGHT, "UTC", "2026-11-21T01:59", True),
        (NIGHT, "UTC", "2026-11-21T02:00", False),
        (NIGHT, "UTC", "2026-11-20T01:00", False),
        (NIGHT, "UTC", "2026-11-21T22:30", False),
        (NIGHT | {"op": "is_not"}, "UTC", "2026-11-20T23:00", False),
        # Clocks go back in New York on 1 November 2026: 01:30 occurs twice, and both count.
        (
            {"kind": "local_time", "starts": "01:00", "ends": "02:00"},
            "America/New_York",
            "2026-11-01T05:30",
            True,
        ),
        (
            {"kind": "local_time", "starts": "01:00", "ends": "02:00"},
            "America/New_York",
            "2026-11-01T06:30",
            True,
        ),
        (NEW_YEAR, "UTC", "2026-11-20T11:59:59", False),
        (NEW_YEAR, "UTC", "2026-11-20T12:00", True),
        (NEW_YEAR, "UTC", "2026-11-20T13:00", False),
        (NEW_YEAR | {"op": "is_not"}, "UTC", "2026-11-20T13:00", True),
        ({"kind": "date_window", "starts": "2026-11-20T12:00:00Z"}, "UTC", "2030-01-01", True),
    ],
)
def test_times_are_evaluated_in_the_right_time_zone(
    condition: dict[str, Any], zone: str, now: str, expected: bool
) -> None:
    assert fires(condition, visit_of(), at(now), zone) is expected


def test_distances_are_measured_on_the_globe() -> None:
    assert distance_km(51.5074, -0.1278, 48.8566, 2.3522) == pytest.approx(343.6, abs=1)
    assert distance_km(10, 179.9, 10, -179.9) == pytest.approx(21.9, abs=0.2)
    assert distance_km(90, 0, -90, 77) == pytest.approx(20_015, abs=1)


def test_rule_requires_all_its_conditions() -> None:
    uk, phone = {"kind": "country", "values": ["GB"]}, {"kind": "device", "values": ["phone"]}
    code = code_with(leads_to("both", uk, phone))

    assert decide(code, visit_of(), NOW).url == "https://both.example/"
    assert decide(code, visit_of(place=Place("US")), NOW).url == "https://a.example/"
    assert decide(code, visit_of(agent=UNKNOWN), NOW).rule is None


def test_rule_without_conditions_matches_everyone_and_disabled_rule_nobody() -> None:
    code = code_with(leads_to("off") | {"enabled": False}, leads_to("all"), leads_to("late"))

    assert decide(code, visit_of(None, place=UNKNOWN_PLACE), NOW).rule == "r1"


def test_rule_can_refuse_with_a_custom_message_and_without_fallback() -> None:
    refuse = {"outcome": {"type": "refuse", "message": "Members only"}}
    code = code_with(refuse, fallback_url="https://fallback.example/")

    decision = decide(code, visit_of(), NOW)

    assert (decision.outcome, decision.refusal) == ("refused", Refusal.RULE)
    assert (decision.rule, decision.message, decision.url) == ("r0", "Members only", None)


STATES: list[tuple[dict[str, Any], dict[str, Any], Refusal]] = [
    ({"deleted_at": NOW}, {}, Refusal.DELETED),
    ({"active_from": NOW + timedelta(hours=1)}, {}, Refusal.NOT_YET),
    ({"one_time": OneTimeState.USED}, {}, Refusal.USED),
    ({"password_hash": "x"}, {"password_ok": True}, Refusal.PASSWORD),
    ({"promo_lock": LockState(enabled=True)}, {"promo_ok": True}, Refusal.LOCKED),
    ({"scan_limit": 5}, {}, Refusal.LIMIT),
]


@pytest.mark.parametrize("first", range(len(STATES)))
def test_refusal_reasons_are_checked_in_the_documented_order(first: int) -> None:
    """With every later reason to refuse present too, the earliest one is given."""
    columns: dict[str, Any] = {}
    for changed, _, _ in STATES[first:]:
        columns |= changed
    refuse = {"outcome": {"type": "refuse"}}

    decision = decide(code_with(refuse, **columns), visit_of(total_scans=6), NOW)

    assert decision.refusal is STATES[first][2]
    assert decision.rule is None


@pytest.mark.parametrize(
    ("limits", "total", "number", "refused"),
    [
        ({"scan_limit": 5}, 5, 1, False),
        ({"scan_limit": 5}, 6, 1, True),
        ({"visitor_limit": 2}, 900, 2, False),
        ({"visitor_limit": 2}, 900, 3, True),
        ({"scan_limit": 5, "visitor_limit": 2}, None, None, False),
    ],
)
def test_limits_admit_exactly_the_configured_number(
    limits: dict[str, Any], total: int | None, number: int | None, refused: bool
) -> None:
    decision = decide(
        replace(CODE, **limits), visit_of(total_scans=total, visit_number=number), NOW
    )

    assert (decision.refusal is Refusal.LIMIT) is refused


def test_one_time_code_shows_its_offer_until_it_is_redeemed() -> None:
    code = code_with(leads_to("rule"), one_time=OneTimeState.OPENED)

    offer = decide(code, visit_of(), NOW)
    use = decide(code, visit_of(uses=True), NOW)

    assert (offer.outcome, offer.is_offer, offer.rule) == ("page", True, "r0")
    assert (use.outcome, use.is_offer, use.url) == ("redirect", False, "https://rule.example/")


conditions = st.sampled_from([case[0] | {"op": op} for case in CASES for op in ("is", "is_not")])
rules = st.lists(
    st.lists(conditions, max_size=3).map(lambda some: leads_to("x", *some)), max_size=6
)
visits = st.builds(
    visit_of,
    st.sampled_from(["v1", "v2", None]),
    place=st.sampled_from([UNKNOWN_PLACE, Place("US"), visit_of().place]),
    agent=st.sampled_from([PHONE, UNKNOWN]),
    query=st.sampled_from(["", "table=7", "vip=1"]),
    visit_number=st.sampled_from([None, 1, 2]),
    customer_tags=st.sampled_from([None, frozenset(), frozenset({"gold"})]),
)


@given(rules, visits)
def test_first_matching_rule_decides(wanted: list[dict[str, Any]], visit: Visit) -> None:
    code = code_with(*wanted)
    fitting = [
        rule
        for rule in code.rules.rules
        if all(holds(it, rule, code, visit, NOW) for it in rule.conditions)
    ]

    assert matching_rule(code, visit, NOW) == (fitting[0] if fitting else None)
    assert decide(code, visit, NOW).rule == (fitting[0].id if fitting else None)


@given(rules, visits, st.integers(0, 6))
def test_adding_a_rule_that_does_not_match_changes_nothing(
    wanted: list[dict[str, Any]], visit: Visit, place: int
) -> None:
    named = [rule | {"id": f"r{number}"} for number, rule in enumerate(wanted)]
    never = leads_to("never", {"kind": "country", "values": ["AQ"]}) | {"id": "never"}

    before = decide(code_with(*named), visit, NOW)
    after = decide(code_with(*named[:place], never, *named[place:]), visit, NOW)

    assert (after.outcome, after.url, after.rule) == (before.outcome, before.url, before.rule)


def test_shares_of_a_split_group_add_up_and_stay_constant() -> None:
    def share(name: str, percent: float) -> dict[str, Any]:
        return leads_to(name, {"kind": "split", "group": "test", "percent": percent})

    code = code_with(share("half", 50), share("fifth", 20.5), share("rest", 29.5))
    people = [visit_of(f"visitor{number}") for number in range(20_000)]

    first = [decide(code, visit, NOW).rule for visit in people]
    later = [decide(code, visit, NOW + timedelta(days=90)).rule for visit in people]

    assert first == later
    shares = Counter(first)
    assert set(shares) == {"r0", "r1", "r2"}, "100 % leave nobody out"
    for rule, percent in (("r0", 50), ("r1", 20.5), ("r2", 29.5)):
        assert shares[str(rule)] / 200 == pytest.approx(percent, abs=1.1)


def test_smallest_share_gets_exactly_one_hundredth_of_a_percent() -> None:
    smallest = leads_to("smallest", {"kind": "split", "group": "test", "percent": 0.01})
    code = code_with(smallest)
    group = next(iter(code.rules.shares.values()))[0]
    drawn: dict[int, str] = {}
    for number in itertools.count():
        drawn.setdefault(
            variant_bucket(f"visitor{number}", code.code_id, group), f"visitor{number}"
        )
        if {0, 1} <= set(drawn):
            break

    assert decide(code, visit_of(drawn[0]), NOW).rule == "r0"
    assert decide(code, visit_of(drawn[1]), NOW).rule is None


def test_splits_of_two_rules_or_codes_assign_buckets_independently() -> None:
    half = {"kind": "split", "percent": 50}
    code = code_with(leads_to("one", half), leads_to("two", half))
    people = [visit_of(f"visitor{number}") for number in range(8_000)]

    shares = Counter(decide(code, visit, NOW).rule for visit in people)

    assert shares["r0"] / 80 == pytest.approx(50, abs=2)
    assert shares["r1"] / 80 == pytest.approx(25, abs=2)
    assert variant_bucket("v", "code1", "group g") != variant_bucket("v", "code2", "group g")
    assert decide(code, visit_of(identity=Identity(None, "none")), NOW).rule is None
