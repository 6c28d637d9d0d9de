"""The decision about many messages at once, when they are queued and again when they are about to be sent."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from api.domains.messaging.messages.repository import MessageRepository
from api.domains.messaging.messages.types import MessageRefusal
from api.domains.people.consents.many_reading import ContactPair, ManyPeople, Profile
from api.domains.people.consents.policy import ContactPolicy
from api.domains.people.consents.types import (
    ADDRESS_OF,
    ASKED_PURPOSES,
    Channel,
    ContactDecision,
    Purpose,
)
from api.domains.people.customers.sealing import Sealer


@dataclass(frozen=True, slots=True)
class Question:
    """A message that needs a decision."""

    message_id: str
    customer_id: str | None
    channel: Channel
    purpose: Purpose
    source: str
    source_id: str
    step: str
    due_at: datetime
    not_after: datetime | None
    skips_quiet: bool
    address: str | None = None
    """The address of messages without a customer."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The gate's decision about a message."""

    kind: Literal["allowed", "deferred", "refused"]
    reason: MessageRefusal | Literal[""] = ""
    due_at: datetime | None = None
    """When it may be sent, if it is deferred."""
    address: str | None = None
    address_index: bytes | None = None
    profile: Profile | None = None
    entry_id: str | None = None


class Decisions:
    """The rules for messages, in one session that has entered its organisation's tenant scope."""

    def __init__(
        self,
        messages: MessageRepository,
        policy: ContactPolicy,
        sealer: Sealer,
        can_send: Callable[[Channel], bool],
    ) -> None:
        self._messages = messages
        self._policy = policy
        self._sealer = sealer
        self._can_send = can_send

    def decide(self, org_id: str, questions: Sequence[Question], moment: datetime) -> list[Verdict]:
        """Return a verdict for each question, in the same order. Permitted messages count against the cap of those
        after them.
        """
        people = ManyPeople(self._messages.session, org_id)
        profiles = people.profiles(it.customer_id for it in questions if it.customer_id)
        pairs = [
            ContactPair(it.customer_id, it.channel, it.purpose)
            for it in questions
            if it.customer_id is not None
        ]
        # Deferred messages are subject to the quiet hours at the time to which they are deferred.
        by_moment: dict[datetime, list[ContactPair]] = {}
        for it, pair in zip([it for it in questions if it.customer_id], pairs, strict=True):
            by_moment.setdefault(max(moment, it.due_at), []).append(pair)
        decided: dict[tuple[datetime, ContactPair], ContactDecision] = {}
        for at, asked in by_moment.items():
            found = self._policy.may_contact_many(org_id, asked, at, profiles)
            decided |= {(at, pair): decision for pair, decision in found.items()}
        of_addresses = self._of_addresses(
            org_id, people, [it for it in questions if it.customer_id is None], moment
        )
        limits = _Limits(self._messages, org_id, people, questions, moment)
        verdicts = []
        for it in questions:
            if it.customer_id is None:
                verdicts.append(of_addresses[it.message_id])
                continue
            pair = ContactPair(it.customer_id, it.channel, it.purpose)
            decision = decided[max(moment, it.due_at), pair]
            verdicts.append(
                self._verdict(it, decision, profiles.get(it.customer_id), limits, moment)
            )
        return verdicts

    def _verdict(
        self,
        asked: Question,
        decision: ContactDecision,
        profile: Profile | None,
        limits: "_Limits",
        moment: datetime,
    ) -> Verdict:
        index = profile.index_of(asked.channel) if profile is not None else None

        def refused(reason: MessageRefusal) -> Verdict:
            return Verdict("refused", reason, address_index=index, profile=profile)

        if asked.not_after is not None and max(moment, asked.due_at) > asked.not_after:
            return refused("too_late")
        is_quiet = decision.reason == "quiet_hours"
        if not decision.allowed and not is_quiet:
            assert decision.reason is not None
            return refused(decision.reason)
        if not self._can_send(asked.channel):
            return refused("no_provider")
        assert profile is not None
        if limits.has_other_copy(asked):
            return refused("already")
        if asked.purpose in ASKED_PURPOSES and limits.is_too_young(profile):
            return refused("too_young")
        if is_quiet:
            later = decision.not_before
            assert later is not None
            if asked.skips_quiet:
                return refused("quiet_hours")
            if asked.not_after is not None and later > asked.not_after:
                return refused("too_late")
            return Verdict("deferred", "quiet_hours", later, address_index=index, profile=profile)
        if asked.due_at > moment:
            return Verdict("deferred", "", asked.due_at, address_index=index, profile=profile)
        if asked.purpose in ASKED_PURPOSES and not limits.take(asked):
            return refused("capped")
        return Verdict(
            "allowed",
            address=decision.address,
            address_index=index,
            profile=profile,
            entry_id=decision.entry_id,
        )

    def _of_addresses(
        self, org_id: str, people: ManyPeople, asked: Sequence[Question], moment: datetime
    ) -> dict[str, Verdict]:
        """Return verdicts about messages to addresses without a customer. News is never permitted, and a no of the
        owner applies.
        """
        indexes: dict[str, bytes] = {}
        for it in asked:
            kind = ADDRESS_OF.get(it.channel)
            if kind is not None and it.address is not None:
                indexes[it.message_id] = self._sealer.index(org_id, kind, it.address)
        suppressed = people.suppressed(indexes.values())
        owners = people.owners(indexes.values())
        profiles = people.profiles(owners.values())
        held = (
            people.standings(
                list(profiles.values()), {(it.channel, it.purpose) for it in asked}, moment
            )
            if profiles
            else {}
        )
        verdicts = {}
        for it in asked:
            index = indexes.get(it.message_id)
            reason: MessageRefusal | Literal[""] = ""
            standing = held.get(owners.get(index, ""), {}) if index is not None else {}
            topic = standing.get((it.channel, it.purpose))
            if index is None:
                reason = "no_address"
            elif index in suppressed:
                reason = "suppressed"
            elif it.purpose in ASKED_PURPOSES:
                reason = "no_consent"
            elif topic is not None and topic.state == "withdrawn":
                reason = "withdrawn"
            elif it.not_after is not None and max(moment, it.due_at) > it.not_after:
                reason = "too_late"
            elif not self._can_send(it.channel):
                reason = "no_provider"
            if reason:
                verdicts[it.message_id] = Verdict("refused", reason, address_index=index)
            elif it.due_at > moment:
                verdicts[it.message_id] = Verdict("deferred", "", it.due_at, address_index=index)
            else:
                verdicts[it.message_id] = Verdict(
                    "allowed", address=it.address, address_index=index
                )
        return verdicts


class _Limits:
    """Limits that depend on other messages to the same person, and on the organisation's rules."""

    def __init__(
        self,
        messages: MessageRepository,
        org_id: str,
        people: ManyPeople,
        asked: Sequence[Question],
        moment: datetime,
    ) -> None:
        self._today = moment.date()
        self._rules = messages.limits(org_id)
        ids = {it.customer_id for it in asked if it.customer_id is not None}
        self._person_of = people.ids_of_people(ids) if ids else {}
        others = [it for it in self._person_of if it not in ids or self._person_of[it] != it]
        self._copies = messages.copies(org_id, others) if others else set()
        self._used: Counter[str] = Counter()
        if self._rules.cap is not None and ids:
            most, days = self._rules.cap
            self._most = most
            used = messages.count_sent_since(
                org_id,
                list(self._person_of),
                moment - timedelta(days=days),
                {it.message_id for it in asked},
            )
            for customer_id, count in used.items():
                self._used[self._person_of[customer_id]] += count

    def has_other_copy(self, asked: Question) -> bool:
        """Return whether the same message was sent to another profile of the same person."""
        return (
            any(
                (asked.source, asked.source_id, asked.step, it) in self._copies
                for it, person in self._person_of.items()
                if person == asked.customer_id and it != asked.customer_id
            )
            if self._copies
            else False
        )

    def is_too_young(self, profile: Profile) -> bool:
        """Return whether a person is known to be younger than the organisation's minimum age."""
        return self._rules.min_age is not None and is_younger(
            profile.birthday, self._rules.min_age, self._today
        )

    def take(self, asked: Question) -> bool:
        """Count a message against the person's cap. Return False if it has been reached."""
        if self._rules.cap is None:
            return True
        person = self._person_of.get(asked.customer_id or "", "")
        if self._used[person] >= self._most:
            return False
        self._used[person] += 1
        return True


def is_younger(birthday: str | None, age: int, today: date) -> bool:
    """Return whether a stored birthday is known to be less than this many years ago."""
    if birthday is None or birthday.startswith("--"):
        return False
    year, month, day = (int(it) for it in birthday.split("-"))
    had_it = (today.month, today.day) >= (month, day)
    return today.year - year - (not had_it) < age
