"""Names for the IDs in a report. The lake stores only IDs, because names change and may be erased."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import FromClause, cast, column, func, select, table
from sqlalchemy.dialects.postgresql import JSONB, distinct_on
from sqlalchemy.orm import Session

from api.domains.codes.batches.tables import code_batches
from api.domains.codes.codes.tables import codes
from api.domains.codes.health.tables import destination_checks
from api.domains.content.pages.tables import pages
from api.domains.content.polls.tables import polls
from api.domains.insights.analytics.code_history_reading import CodeHistory
from api.domains.insights.analytics.reading import CodeNames, placement_of
from api.domains.people.customers.tables import customers
from api.domains.people.segments.tables import segments
from api.domains.promotions.promo_locks.tables import promo_batches, promo_codes
from api.domains.promotions.rewards.tables import rewards
from api.domains.wallet.pass_templates.tables import pass_templates
from warehouse.queries.language import Dimension
from warehouse.reports.question import KnownReward, PlacedCode

_names = table(
    "name_history",
    *(column(name) for name in ("org_id", "kind", "thing_id", "name", "valid_from")),
    schema="analytics_v1",
)

_campaigns = table("campaigns", column("org_id"), column("campaign_id"), column("name"))
"""The table of campaigns. It belongs to the area of messages, which depends on this one."""
_automations = table("automations", column("org_id"), column("automation_id"), column("name"))
_revisions = table(
    "automation_revisions",
    *(column(name) for name in ("org_id", "automation_id", "revision", "plan")),
)
"""Automations, from the same area. People stay on the revision with which they entered."""
_Source = tuple[FromClause, str, str]
"""A table with its columns of IDs and names."""
_SOURCES: Mapping[str, tuple[_Source, ...]] = {
    "page": ((pages, "page_id", "name"),),
    "reward": ((rewards, "reward_id", "name"),),
    # Reports are sent by email and saved in files, which must not contain customers' names.
    "customer": ((customers, "customer_id", "number"),),
    "pass_template": ((pass_templates, "template_id", "name"),),
    "campaign": ((_campaigns, "campaign_id", "name"),),
    "automation": ((_automations, "automation_id", "name"),),
    "segment": ((segments, "segment_id", "name"),),
    # The IDs of both tables never collide.
    "batch": ((code_batches, "batch_id", "name"), (promo_batches, "batch_id", "name")),
}
_PROMO_CODES: _Source = (promo_codes, "promo_code_id", "shown")
LONGEST_WORDS = 60
"""Maximum length of the message text in the name of a step."""

WITHIN = "/"
"""Separates the ID of an item from the IDs of its parents. No ID of Waypost contains it."""

_ALWAYS_NOW = ("reward", "customer", "pass_template", "campaign", "segment")
"""Kinds of items whose names have no history."""
_GROUPS = {"code": Dimension.CODE, "base_code": Dimension.CODE, "folder": Dimension.FOLDER}


class ReportNames:
    """Reads names of an organisation's items by kind and ID."""

    def __init__(self, session: Session) -> None:
        self._session = session
        names = CodeNames(session)
        self._history = CodeHistory(session)
        self._readers: Mapping[str, Callable[[str, Iterable[str]], dict[str, str]]] = {
            **{kind: partial(self._stored, sources) for kind, sources in _SOURCES.items()},
            "automation_step": self._of_steps,
            "code": names.of,
            "base_code": names.of,
            "folder": names.of_folders,
            "poll": self._of_polls,
            "choice": self._of_choices,
            "subject": self._of_subjects,
        }

    def knows(self, kind: str) -> bool:
        """Return whether IDs of this kind have names."""
        return kind in self._readers

    def of(
        self, kind: str, org_id: str, ids: Iterable[str], at: datetime | None = None
    ) -> dict[str, str]:
        """Return names by ID, as of `at` if it is given, without unknown ones."""
        known_ids = sorted({it for it in ids if it})
        if not known_ids:
            return {}
        if at is None:
            return self._readers[kind](org_id, known_ids)
        if kind in _GROUPS:
            return self._history.names(org_id, _GROUPS[kind], known_ids, at)
        if kind == "choice":  # The text of a choice cannot change after the first vote.
            return self._of_choices(org_id, known_ids)
        if kind == "subject":  # The names of promo codes never change.
            names = self._history.names(org_id, Dimension.CODE, known_ids, at)
            return names | self._stored([_PROMO_CODES], org_id, known_ids)
        if kind in _ALWAYS_NOW or kind.startswith("automation"):
            return self._readers[kind](org_id, known_ids)
        return self._at(kind, org_id, known_ids, at)

    def _at(self, kind: str, org_id: str, ids: list[str], at: datetime) -> dict[str, str]:
        """Return the names of pages or polls at `at`. Those created later have their first name."""
        distance = func.extract("epoch", _names.c.valid_from - at)
        return self._read(
            select(_names.c.thing_id, _names.c.name)
            .where(_names.c.org_id == org_id, _names.c.kind == kind, _names.c.thing_id.in_(ids))
            .ext(distinct_on(_names.c.thing_id))
            .order_by(_names.c.thing_id, _names.c.valid_from > at, func.abs(distance))
        )

    def broken_codes(self, org_id: str) -> frozenset[str]:
        """Return codes whose last destination check found a problem: a destination that failed or is private."""
        found = (
            select(destination_checks.c.code_id)
            .where(destination_checks.c.org_id == org_id)
            .where(destination_checks.c.state != "fine")
        )
        return frozenset(self._session.scalars(found))

    def merged_customers(self, org_id: str) -> dict[str, str]:
        """Return the customer into which another one was merged, by the other's key."""
        merged = select(customers.c.customer_id, customers.c.merged_into).where(
            customers.c.org_id == org_id, customers.c.merged_into.is_not(None)
        )
        return self._read(merged)

    def known_rewards(self, org_id: str) -> tuple[KnownReward, ...]:
        """Return the organisation's rewards as they are now, including deleted ones."""
        found = select(
            rewards.c.reward_id,
            rewards.c.unit,
            rewards.c.price,
            rewards.c.cost_cents,
            rewards.c.paid_by,
            rewards.c.deleted_at.is_(None),
        ).where(rewards.c.org_id == org_id)
        return tuple(KnownReward(*row) for row in self._session.execute(found))

    def placed_codes(self, org_id: str) -> tuple[PlacedCode, ...]:
        """Return codes with a placement, without deleted ones."""
        properties = codes.c.properties
        statement = (
            select(codes.c.code_id, properties, codes.c.created_at)
            .where(codes.c.org_id == org_id)
            .where(codes.c.deleted_at.is_(None))
            .where(properties != cast({}, JSONB))
        )
        return tuple(
            PlacedCode(code_id, placement, since)
            for code_id, labels, since in self._session.execute(statement)
            if (placement := placement_of(labels))
        )

    def _of_polls(self, org_id: str, ids: Iterable[str]) -> dict[str, str]:
        """Return the questions of polls by code and poll."""
        wanted = {code_id for code_id, _, _ in (one.partition(WITHIN) for one in ids)}
        found = (
            select(polls.c.code_id + WITHIN + polls.c.poll_id, polls.c.question)
            .where(polls.c.org_id == org_id)
            .where(polls.c.code_id.in_(wanted))
        )
        return self._read(found)

    def _of_choices(self, org_id: str, ids: Iterable[str]) -> dict[str, str]:
        """Return the texts of choices by code, poll and choice."""
        wanted = {code_id for code_id, _, _ in (one.partition(WITHIN) for one in ids)}
        found = (
            select(polls.c.code_id, polls.c.poll_id, polls.c.choices)
            .where(polls.c.org_id == org_id)
            .where(polls.c.code_id.in_(wanted))
        )
        return {
            WITHIN.join((code_id, poll_id, choice["id"])): choice["label"]
            for code_id, poll_id, choices in self._session.execute(found)
            for choice in choices
            if choice["label"]
        }

    def _of_subjects(self, org_id: str, ids: Iterable[str]) -> dict[str, str]:
        """Return the names of redeemed items: promo codes as displayed, one-time codes by their name."""
        wanted = list(ids)
        return CodeNames(self._session).of(org_id, wanted) | self._stored(
            [_PROMO_CODES], org_id, wanted
        )

    def _of_steps(self, org_id: str, ids: Iterable[str]) -> dict[str, str]:
        """Return the position and first words of steps by automation and step, from the last revision that has them."""
        wanted = {automation_id for automation_id, _, _ in (one.partition(WITHIN) for one in ids)}
        plans = (
            select(_revisions.c.automation_id, _revisions.c.plan)
            .where(_revisions.c.org_id == org_id)
            .where(_revisions.c.automation_id.in_(wanted))
            .order_by(_revisions.c.revision)
        )
        return {
            WITHIN.join((automation_id, step["id"])): _name_of_step(place, step)
            for automation_id, plan in self._session.execute(plans)
            for place, step in enumerate(_steps_of(plan.get("steps") or []), start=1)
        }

    def _stored(
        self, sources: Iterable[_Source], org_id: str, ids: Iterable[str]
    ) -> dict[str, str]:
        wanted = list(ids)
        found: dict[str, str] = {}
        for source, key, name in sources:
            found |= self._read(
                select(source.c[key], source.c[name])
                .where(source.c.org_id == org_id)
                .where(source.c[key].in_(wanted))
            )
        return found

    def _read(self, statement: object) -> dict[str, str]:
        rows: Iterable[tuple[str, str]] = self._session.execute(statement).all()  # type: ignore[call-overload]
        return dict(rows)


def _steps_of(steps: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield all steps from top to bottom. Steps of branches follow their condition."""
    for step in steps:
        yield step
        yield from _steps_of(step.get("yes") or [])
        yield from _steps_of(step.get("no") or [])


def _name_of_step(place: int, step: dict[str, Any]) -> str:
    content: dict[str, Any] = next(iter(step.get("contents") or []), {})
    texts = (content.get(it) for it in ("subject", "sms", "push", "notice"))
    words = " ".join(next(filter(None, texts), "").split())
    if len(words) > LONGEST_WORDS:
        words = f"{words[: LONGEST_WORDS - 1]}…"
    return f"{place}. {words}" if words else str(place)
