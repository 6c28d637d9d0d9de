"""Applies earning rules to customers' actions: once each, and never beyond the caps."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from api.domains.promotions.earning.models import Earning, EarningRule
from api.domains.promotions.earning.repository import EarningRepository, RuleRepository
from api.domains.promotions.earning.types import APART, Earned, EarningKind, Happening, Position
from api.domains.promotions.loyalty.service import LedgerService
from api.domains.promotions.loyalty.types import Origin, Unit
from api.kit.coordinates import distance_km

MOST_AT_ONCE = 1_000_000
"""The maximum of a single entry, however large the order."""


class Earner:
    """Applies the earning rules of one organisation."""

    def __init__(
        self,
        rules: RuleRepository,
        earnings: EarningRepository,
        ledger: LedgerService,
        now: datetime,
    ) -> None:
        self._rules = rules
        self._earnings = earnings
        self._ledger = ledger
        self._now = now

    def earn(
        self, org_id: str, time_zone: str, customer_ids: Sequence[str], it: Happening
    ) -> list[Earned]:
        """Give what the rules provide for an action. The customer has to be locked, and a source counts once for each
        rule.

        Caps are sums of what was earned. They are read under the locks of the customer and of the rule's total, so
        simultaneous requests wait and see what the others received.
        """
        self._ledger.lock_customer(org_id, customer_ids)
        day = it.at.astimezone(ZoneInfo(time_zone)).date()
        earned = []
        for rule in self._rules.in_force(org_id, it.kind, it.at):
            if not applies(rule, it) or self._had(org_id, rule, customer_ids, it, day):
                continue
            earned.append(self._earn(org_id, rule, customer_ids, it, day))
        return earned

    def of_sources(self, org_id: str, sources: Sequence[str]) -> dict[str, list[Earned]]:
        """Return what rules gave, by source."""
        names = {rule.rule_id: rule.name for rule in self._rules.named(org_id)}
        found: dict[str, list[Earned]] = {source: [] for source in sources}
        for it in self._earnings.of_sources(org_id, sources):
            found[it.source].append(_earned(it, names[it.rule_id]))
        return found

    def _had(
        self,
        org_id: str,
        rule: EarningRule,
        customer_ids: Sequence[str],
        it: Happening,
        day: date,
    ) -> bool:
        if self._earnings.find(org_id, rule.rule_id, it.source) is not None:
            return True
        apart = APART.get(it.kind)
        return apart is not None and self._earnings.had_near(
            org_id, rule.rule_id, customer_ids, day, apart
        )

    def _earn(
        self,
        org_id: str,
        rule: EarningRule,
        customer_ids: Sequence[str],
        it: Happening,
        day: date,
    ) -> Earned:
        amount = self._allowed(org_id, rule, customer_ids, day, worth(rule, it))
        movement_id = None
        unit: Unit = "points" if rule.unit == "points" else "stamps"
        if amount > 0:
            origin = Origin(
                f"earn:{rule.rule_id}:{it.source}",
                note=rule.name,
                code_id=it.code_id,
                event_id=it.event_id,
            )
            movement_id = self._ledger.earn(org_id, customer_ids, unit, amount, origin).movement_id
        earning = Earning(
            org_id=org_id,
            rule_id=rule.rule_id,
            source=it.source,
            customer_id=customer_ids[0],
            unit=unit,
            amount=amount,
            movement_id=movement_id,
            day=day,
            earned_at=self._now,
        )
        self._earnings.add(earning)
        return _earned(earning, rule.name)

    def _allowed(
        self, org_id: str, rule: EarningRule, customer_ids: Sequence[str], day: date, wanted: int
    ) -> int:
        """Return how much of the wanted amount the caps leave."""
        unit: Unit = "points" if rule.unit == "points" else "stamps"
        monday = day - timedelta(days=day.weekday())
        rooms = [wanted]
        for cap, days in (
            (rule.person_day, (day, day)),
            (rule.person_week, (monday, monday + timedelta(days=6))),
            (rule.person_total, None),
        ):
            if cap is not None:
                had = self._earnings.sum_of_person(org_id, rule.rule_id, customer_ids, days)
                rooms.append(cap - had)
        room_today = self._ledger.room_today(org_id, customer_ids, unit)
        if room_today is not None:
            rooms.append(room_today)
        if rule.total is not None:
            self._earnings.lock_total(org_id, rule.rule_id)
            rooms.append(rule.total - self._earnings.sum_of_rule(org_id, rule.rule_id))
        return max(0, min(rooms))


def applies(rule: EarningRule, it: Happening) -> bool:
    """Return whether a rule that is in force gives something for an action."""
    if rule.code_ids and it.code_id not in rule.code_ids:
        return False
    kind: EarningKind = it.kind
    if kind == "order":
        return (
            it.currency == rule.currency
            and it.amount_cents >= (rule.min_cents or 0)
            and worth(rule, it) > 0
        )
    return kind != "check_in" or is_at(rule, it.position)


def worth(rule: EarningRule, it: Happening) -> int:
    """Return what a rule gives for an action before caps: for an order in proportion to its amount, rounded down."""
    if it.kind != "order":
        return rule.amount
    return min(MOST_AT_ONCE, it.amount_cents * rule.amount // (rule.per_cents or 1))


def is_at(rule: EarningRule, position: Position | None) -> bool:
    """Return whether a position is at a rule's place; False without a position, or if it is too inaccurate to
    decide.
    """
    if (
        position is None
        or rule.latitude is None
        or rule.longitude is None
        or rule.radius_m is None
        or position.accuracy_m > rule.radius_m
    ):
        return False
    away = distance_km(rule.latitude, rule.longitude, position.latitude, position.longitude)
    return away * 1000 <= rule.radius_m


def may_be_at(rule: EarningRule, position: Position) -> bool:
    """Return whether a position that is too inaccurate to decide may be at a rule's place."""
    if rule.latitude is None or rule.longitude is None or rule.radius_m is None:
        return False
    away = distance_km(rule.latitude, rule.longitude, position.latitude, position.longitude)
    return position.accuracy_m > rule.radius_m >= away * 1000 - position.accuracy_m


def _earned(earning: Earning, name: str) -> Earned:
    unit: Unit = "points" if earning.unit == "points" else "stamps"
    return Earned(earning.rule_id, name, unit, earning.amount, earning.movement_id)
