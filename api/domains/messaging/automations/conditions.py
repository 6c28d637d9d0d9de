"""Finds the customers who match rules, among some customers or all. These are the rules of segments, evaluated with
data of the warehouse.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.messaging.automations.enrolment_repository import EnrolmentRepository
from api.domains.messaging.automations.triggers import EventRule
from api.domains.people.segments import dependencies as segments
from api.domains.people.segments.dependencies import counter_of
from api.domains.people.segments.rules import SegmentRules
from runtime.settings import Settings
from warehouse.date_ranges import zone_of
from warehouse.lake import Lake
from warehouse.segments.engine import CustomerBehaviour

MOST = 100_000
"""Maximum number of people in one result."""


@contextmanager
def behaviour_of(settings: Settings) -> Iterator[CustomerBehaviour]:
    """Provide the behaviour of customers from the lake, which is opened with the first query."""
    behaviour = CustomerBehaviour(Lake.from_settings(settings))
    try:
        yield behaviour
    finally:
        behaviour.close()


class Conditions:
    """Conditions on customers of one organisation, at one point in time."""

    def __init__(
        self, session: Session, behaviour: CustomerBehaviour, org_id: str, now: datetime
    ) -> None:
        self._enrolments = EnrolmentRepository(session)
        self._org_id = org_id
        zone = zone_of(organization_of(session, org_id).time_zone)
        self._counter = counter_of(session, behaviour, org_id, zone, now)

    def among(self, rules: SegmentRules, customer_ids: Collection[str]) -> set[str]:
        """Return those of these customers who match.

        Raises:
            Invalid: the rules are too complex.
            SegmentsNotReady: the behaviour of customers cannot be read.
        """
        return self._enrolments.among(self._counter.fitting(rules), customer_ids)

    def all(self, rules: SegmentRules) -> list[str]:
        """Return all customers who match, in the order of their IDs.

        Raises:
            Invalid: the rules are too complex.
            SegmentsNotReady: the behaviour of customers cannot be read.
        """
        return self._enrolments.all_of(self._counter.fitting(rules), MOST)

    def newcomers(self, rules: SegmentRules, automation_id: str, since: datetime) -> list[str]:
        """Return the customers who match and have not entered an automation since the given time, in the order of their
        IDs.

        Raises:
            Invalid: the rules are too complex.
            SegmentsNotReady: the behaviour of customers cannot be read.
        """
        fitting = self._counter.fitting(rules)
        return self._enrolments.newcomers(self._org_id, fitting, automation_id, since, MOST)


def codes_at(session: Session, org_id: str, rule: EventRule) -> frozenset[str] | None:
    """Return the codes that are now at the places of a rule, or None if it names none."""
    places = rule.places
    return segments.codes_at(session, org_id, places) if places is not None else None
