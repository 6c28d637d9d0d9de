"""Compiles rules into one condition on profiles, with the warehouse's answers given as numbers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from sqlalchemy import Numeric, and_, case, cast, false, func, literal, not_, or_, true
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.sql.elements import ColumnElement

from api.domains.people.consents.reading import CurrentConsents
from api.domains.people.consents.types import Channel, Purpose
from api.domains.people.customers.tables import customers
from api.domains.people.segments.behaviour import Questions, span_of
from api.domains.people.segments.errors import invalid
from api.domains.people.segments.rules import (
    Acted,
    AgeCondition,
    BirthdayCondition,
    ConditionGroup,
    ConsentCondition,
    ContactCondition,
    CreatedCondition,
    CustomerCountryCondition,
    CustomerLanguageCondition,
    FieldCondition,
    Leaf,
    SegmentCondition,
    SegmentRules,
    TagCondition,
    TimeZoneCondition,
)

MAX_COMPILED = 500
"""Maximum number of conditions and groups. Those of named segments count each time they are named."""
MAX_NAMED = 20
"""Maximum number of segments that name one another."""

Test = ColumnElement[bool]


class Compiled(NamedTuple):
    """A compiled condition. `idle` is its result for customers with no yes from the warehouse, or None if that depends
    on the profile. `required` has the questions without whose yes it never holds.
    """

    test: Test
    idle: bool | None = None
    required: frozenset[int] = frozenset()


@dataclass
class Compiler:
    """Compiles the rules of one organisation's segment.

    `met` is the number whose bits are the warehouse's answers. `segments` has the rules of every segment, None for a
    list. `is_listed` returns whether the customer is on a list.
    """

    org_id: str
    questions: Questions
    met: ColumnElement[int]
    segments: Mapping[str, SegmentRules | None]
    is_listed: Callable[[str], Test]
    within: tuple[str, ...] = ()
    """The segments whose rules are currently being compiled."""
    compiled: int = 0
    """Number of compiled conditions and groups."""
    consents: dict[tuple[Channel, Purpose], CurrentConsents] = field(default_factory=dict)
    """Subqueries that the test reads in addition to the profile, and that the caller has to join."""

    def group(self, group: SegmentRules | ConditionGroup) -> Compiled:
        """Compile all, any or none of the group's conditions.

        Raises:
            Invalid: the rules, with those of segments that they name, are too many or nested too deeply.
        """
        self.compiled += 1 + len(group.conditions)
        if self.compiled > MAX_COMPILED or len(self.within) > MAX_NAMED:
            raise invalid(
                "rules",
                "are too large together with the segments that they refer to; use fewer conditions and segments",
            )
        parts = [
            self.group(it) if isinstance(it, ConditionGroup) else self._leaf(it)
            for it in group.conditions
        ]
        if group.kind == "all":
            required = frozenset[int]().union(*(it.required for it in parts))
            idle = _all([it.idle for it in parts])
            return Compiled(and_(*(it.test for it in parts)), idle, required)
        found = Compiled(or_(*(it.test for it in parts)), _any([it.idle for it in parts]))
        return found if group.kind == "any" else _negated(found)

    def _leaf(self, condition: Leaf) -> Compiled:
        if isinstance(condition, SegmentCondition):
            return self._segment(condition)
        if isinstance(condition, Acted):
            return self._acted(condition)
        if isinstance(condition, ConsentCondition):
            return self._consent(condition)
        return Compiled(func.coalesce(_profile(condition, self.questions), false()))

    def _consent(self, condition: ConsentCondition) -> Compiled:
        topic = (condition.channel, condition.purpose)
        if topic not in self.consents:
            name = f"consents_{len(self.consents)}"
            self.consents[topic] = CurrentConsents(self.org_id, *topic, self.questions.now, name)
        state = self.consents[topic].state
        return Compiled(_either(condition.op, true(), state == condition.state))

    def _acted(self, condition: Acted) -> Compiled:
        answer = self.questions.of(condition)
        tests = [self._bit(it) for it in answer.met] + [not_(self._bit(it)) for it in answer.unmet]
        return Compiled(and_(true(), *tests), not answer.met, frozenset(answer.met))

    def _bit(self, number: int) -> Test:
        return self.met.op("&")(literal(1 << number)) != 0

    def _segment(self, condition: SegmentCondition) -> Compiled:
        segment_id = condition.segment_id
        if segment_id not in self.segments or segment_id in self.within:
            return Compiled(false(), idle=False)
        rules = self.segments[segment_id]
        if rules is None:
            found = Compiled(self.is_listed(segment_id))
        else:
            self.within += (segment_id,)
            found = self.group(rules)
            self.within = self.within[:-1]
        return found if condition.op == "is" else _negated(found)


def _negated(one: Compiled) -> Compiled:
    return Compiled(not_(one.test), None if one.idle is None else not one.idle)


def _all(idle: Sequence[bool | None]) -> bool | None:
    return False if False in idle else None if None in idle else True


def _any(idle: Sequence[bool | None]) -> bool | None:
    return True if True in idle else None if None in idle else False


def _either(op: str, known: Test, matches: Test) -> Test:
    return and_(known, matches) if op == "is" else and_(known, not_(matches))


def _profile(condition: Leaf, questions: Questions) -> Test:
    """Return a condition on the profile, which is null if a fact that it needs is not known."""
    columns = customers.c
    match condition:
        case CustomerLanguageCondition():
            language = func.lower(columns.language)
            several = [it.lower() for it in condition.values]
            spoken = [
                or_(language == it, language.startswith(f"{it}-", autoescape=True))
                for it in several
            ]
            return _either(condition.op, columns.language.is_not(None), or_(*spoken))
        case CustomerCountryCondition():
            return _country(condition)
        case TimeZoneCondition():
            zone = columns.time_zone
            return _either(condition.op, zone.is_not(None), zone.in_(condition.values))
        case TagCondition():
            return _either(condition.op, true(), columns.tags.overlap(condition.values))
        case ContactCondition():
            index = columns.email_index if condition.value == "email" else columns.phone_index
            return _either(condition.op, true(), index.is_not(None))
        case FieldCondition():
            return _field(condition)
        case BirthdayCondition():
            return _birthday(condition, questions.today)
        case AgeCondition():
            return _age(condition, questions.today)
        case CreatedCondition():
            span = span_of(condition.within, questions.today, questions.zone)
            since = and_(columns.created_at >= span.start, columns.created_at < span.end)
            return _either(condition.op, true(), since)
    raise TypeError(f"no condition on profiles: {condition.kind}")


def _country(condition: CustomerCountryCondition) -> Test:
    given = func.nullif(func.upper(customers.c.attributes["country"].astext), "")
    zone = customers.c.time_zone
    of_zone = case((given.is_(None), zone.in_(_zones(tuple(condition.values)))), else_=false())
    is_known = or_(given.is_not(None), zone.in_(_zones(None)))
    return _either(
        condition.op, is_known, or_(func.coalesce(given.in_(condition.values), false()), of_zone)
    )


@cache
def _zones(countries: tuple[str, ...] | None) -> list[str]:
    """Return the time zones of these countries, or of all."""
    import pytz

    wanted = countries if countries is not None else tuple(pytz.country_timezones)
    return sorted({zone for code in wanted for zone in pytz.country_timezones.get(code, ())})


def _field(condition: FieldCondition) -> Test:
    stored = customers.c.attributes[condition.name]
    text = stored.astext
    is_known = and_(text.is_not(None), text != "")
    match condition.op:
        case "known":
            return func.coalesce(is_known, false())
        case "unknown":
            return not_(func.coalesce(is_known, false()))
        case "contains":
            contained: Test = text.icontains(str(condition.values[0]), autoescape=True)
            return contained
        case "at_least" | "at_most":
            (value,) = condition.values
            left: ColumnElement[object] = (
                text.collate("C") if isinstance(value, str) else _number(stored)
            )
            bounded: Test = left >= value if condition.op == "at_least" else left <= value
            return bounded
        case _:
            same = [_is(stored, it) for it in condition.values]
            return _either(condition.op, is_known, or_(*same))


def _is(stored: ColumnElement[object], value: bool | float | str) -> Test:
    if isinstance(value, bool):
        return stored == cast(value, JSONB)
    if isinstance(value, str):
        return func.lower(stored.astext) == value.lower()
    return func.coalesce(_number(stored) == value, false())


def _number(stored: ColumnElement[object]) -> ColumnElement[object]:
    """Return the number in a field, or null if the field contains something else."""
    text: ColumnElement[str] = stored.astext
    return case((func.jsonb_typeof(stored) == "number", cast(text, Numeric)))


def _birthday(condition: BirthdayCondition, today: date) -> Test:
    day = func.right(customers.c.birthday, 5)
    if condition.months:
        return func.left(day, 2).in_([f"{it:02}" for it in condition.months])
    return day.in_(days_of_birthdays(today, condition.days or 0))


def days_of_birthdays(today: date, days: int) -> list[str]:
    """Return month and day of today and the following days. In other years than leap years, 29 February counts as the
    28th.
    """
    found = []
    for it in (today + timedelta(days=number) for number in range(days + 1)):
        found.append(f"{it:%m-%d}")
        if (it.month, it.day) == (2, 28) and (it + timedelta(days=1)).month == 3:
            found.append("02-29")
    return found


def _age(condition: AgeCondition, today: date) -> Test:
    birthday = customers.c.birthday.collate("C")
    has_year = not_(customers.c.birthday.startswith("--"))
    years = condition.years if condition.op == "at_least" else condition.years + 1
    turned = birthday <= f"{today.year - years:04}-{today:%m-%d}"
    return and_(has_year, turned if condition.op == "at_least" else not_(turned))
