"""Asks who fits rules, of some customers or of all: the rules of segments, with the answers of the warehouse."""

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
"""People of one answer."""


@contextmanager
def behaviour_of(settings: Settings) -> Iterator[CustomerBehaviour]:
    """What people do, from the lake; opened with the first question."""
    behaviour = CustomerBehaviour(Lake.from_settings(settings))
    try:
        yield behaviour
    finally:
        behaviour.close()


class Conditions:
    """Conditions on customers of one organisation, at one moment."""

    def __init__(
        self, session: Session, behaviour: CustomerBehaviour, org_id: str, now: datetime
    ) -> None:
        self._enrolments = EnrolmentRepository(session)
        self._org_id = org_id
        zone = zone_of(organization_of(session, org_id).time_zone)
        self._counter = counter_of(session, behaviour, org_id, zone, now)

    def among(self, rules: SegmentRules, customer_ids: Collection[str]) -> set[str]:
        """Those of these customers who fit.

        Raises:
            Invalid: the rules ask too much.
            SegmentsNotReady: what customers did cannot be read.
        """
        return self._enrolments.among(self._counter.fitting(rules), customer_ids)

    def all(self, rules: SegmentRules) -> list[str]:
        """Everybody who fits, in the order of their ids.

        Raises:
            Invalid: the rules ask too much.
            SegmentsNotReady: what customers did cannot be read.
        """
        return self._enrolments.all_of(self._counter.fitting(rules), MOST)

    def newcomers(self, rules: SegmentRules, automation_id: str, since: datetime) -> list[str]:
        """Those who fit and have not entered an automation since a moment, in the order of their ids.

        Raises:
            Invalid: the rules ask too much.
            SegmentsNotReady: what customers did cannot be read.
        """
        fitting = self._counter.fitting(rules)
        return self._enrolments.newcomers(self._org_id, fitting, automation_id, since, MOST)


def codes_at(session: Session, org_id: str, rule: EventRule) -> frozenset[str] | None:
    """The codes at the places of a rule now; None if it names none."""
    places = rule.places
    return segments.codes_at(session, org_id, places) if places is not None else None
