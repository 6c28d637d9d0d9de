"""Determines who matches rules: behaviour from the warehouse, everything else from the profiles."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

import duckdb
import structlog
from deltalake.exceptions import DeltaError
from pydantic import ValidationError
from sqlalchemy import Select

from api.domains.people.segments.behaviour import Questions
from api.domains.people.segments.errors import SegmentsNotReady, invalid
from api.domains.people.segments.matching import Compiled, Compiler
from api.domains.people.segments.member_repository import MET, Fitting, MemberRepository
from api.domains.people.segments.models import Segment
from api.domains.people.segments.repository import SegmentRepository
from api.domains.people.segments.rules import SegmentRules
from warehouse.damage import LakeUnreadableError
from warehouse.queries.tail import TooFarBehindError
from warehouse.segments.browsers import Browsers, BrowsersForgotten
from warehouse.segments.engine import (
    MAX_CONDITIONS,
    BehaviourQuestion,
    ConditionMatches,
    CustomerBehaviour,
)

UNNAMED = frozenset({"scan", "view", "use", "vote", "play"})
"""Acts whose events may name no customer. The browser identifies the customer instead."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Counter:
    """Counts segments of one organisation, accessed through one session."""

    segments: SegmentRepository
    members: MemberRepository
    behaviour: CustomerBehaviour
    org_id: str
    zone: ZoneInfo
    now: datetime
    released: Callable[[], AbstractContextManager[None]] = nullcontext
    """Returns a context in which no database connection is occupied."""

    def count(self, rules: SegmentRules) -> Fitting:
        """Return how many customers match now, and some of them.

        Raises:
            Invalid: the rules, with those of segments that they name, are too extensive.
            SegmentsNotReady: what customers did cannot be read.
        """
        return self.members.count(self.org_id, self.fitting(rules))

    def fitting(self, rules: SegmentRules, segment_id: str = "") -> Select[tuple[str]]:
        """Return a statement that selects the IDs of the customers who match the rules (of this segment, if it has an
        ID).

        Raises:
            Invalid: the rules, with those of segments that they name, are too extensive.
            SegmentsNotReady: what customers did cannot be read.
        """
        compiler, compiled = self.compiled(rules, segment_id)
        questions, consents = compiler.questions, compiler.consents.values()
        met = self._ask(questions, compiled.required) if questions.asked else None
        needs_met = met is not None and compiled.idle is False
        return self.members.fitting(self.org_id, compiled.test, met, consents, needs_met=needs_met)

    def compiled(self, rules: SegmentRules, segment_id: str = "") -> tuple[Compiler, Compiled]:
        """Return the compiler with its questions and reads, and the rules as one condition.

        Raises:
            Invalid: the rules, with those of segments that they name, are too extensive.
        """
        questions = Questions(
            self.zone, self.now, lambda it: self.segments.codes_at(self.org_id, it)
        )
        compiler = Compiler(
            self.org_id,
            questions,
            MET,
            {it.segment_id: rules_of(it) for it in self.segments.all(self.org_id)},
            lambda it: self.members.is_listed(self.org_id, it),
            (segment_id,) if segment_id else (),
        )
        compiled = compiler.group(rules)
        if len(questions.asked) > MAX_CONDITIONS:
            raise invalid(
                "rules",
                f"and the segments that they refer to can have at most {MAX_CONDITIONS} conditions about"
                " what customers did; use fewer",
            )
        return compiler, compiled

    def _ask(self, questions: Questions, required: frozenset[int]) -> ConditionMatches:
        asks_browsers = any(UNNAMED.intersection(it.types) for it in questions.asked)
        question = BehaviourQuestion(
            org_id=self.org_id,
            zone=self.zone,
            behaviours=questions.asked,
            required=required,
            browsers=self._browsers(self.behaviour.browsers_since(self.org_id))
            if asks_browsers
            else None,
            merged_customers=self.members.merged(self.org_id),
        )
        try:
            with self.released(), _refusals():
                return self.behaviour.ask(question)
        except BrowsersForgotten:
            question = replace(question, browsers=self._browsers(None))
            with self.released(), _refusals():
                return self.behaviour.ask(question)

    def _browsers(self, since: int | None) -> Browsers:
        return self.members.browsers(self.org_id, since)


def rules_of(segment: Segment) -> SegmentRules | None:
    """Return the rules of a segment, or None for a list. Rules that cannot be read match nobody."""
    if segment.rules is None:
        return None
    try:
        return SegmentRules.model_validate(segment.rules)
    except ValidationError as error:
        log.warning("stored rules cannot be read", segment=segment.segment_id, error=str(error))
        return _NOBODY


_NOBODY = SegmentRules.model_validate(
    {"kind": "not", "conditions": [{"kind": "created", "within": {}}]}
)


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn errors of the warehouse into an API error.

    Raises:
        SegmentsNotReady: the lake cannot be read, or the mart is too far behind.
    """
    try:
        yield
    except (TooFarBehindError, LakeUnreadableError, duckdb.Error, DeltaError, OSError) as error:
        log.warning("behaviour cannot be counted", error=repr(error))
        raise SegmentsNotReady from error
