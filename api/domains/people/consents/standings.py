"""Adds up the entries of a person. The result does not depend on the order in which they were recorded, or how often.

The latest decision counts; of two at the same moment, the no. A no counts for every address of the person, a yes only
for the one with which it was given.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from api.domains.people.consents.types import (
    ADDRESS_OF,
    NOTHING,
    REQUEST_LIFETIME,
    Channel,
    Entry,
    Purpose,
    Standing,
    State,
    Topic,
)
from api.domains.people.customers.types import ContactIndexes


def standings(
    entries: Iterable[Entry], current: ContactIndexes, moment: datetime
) -> Mapping[Topic, Standing]:
    """Return the current state at a point in time by channel and purpose, without those that have no entry.

    `current` has the blind indexes of the person's address and number.
    """
    by_topic: dict[Topic, list[Entry]] = {}
    for entry in entries:
        if entry.decided_at <= moment:
            topic: Topic = (entry.channel, entry.purpose)  # type: ignore[assignment]
            by_topic.setdefault(topic, []).append(entry)
    return {topic: _standing(topic, found, current, moment) for topic, found in by_topic.items()}


def standing_of(
    entries: Iterable[Entry],
    channel: Channel,
    purpose: Purpose,
    current: ContactIndexes,
    moment: datetime,
) -> Standing:
    """Return the current state at a point in time for one channel and purpose."""
    return standings(entries, current, moment).get((channel, purpose), NOTHING)


def is_about(entry: Entry, channel: Channel, current: ContactIndexes) -> bool:
    """Return whether an entry concerns the person's current address."""
    kind = ADDRESS_OF.get(channel)
    if entry.address_index is None or kind is None:
        return True
    index: bytes | None = getattr(current, kind)
    return entry.address_index == index


def _standing(
    topic: Topic, entries: list[Entry], current: ContactIndexes, moment: datetime
) -> Standing:
    channel = topic[0]
    own = [it for it in entries if it.decision == "withdrawn" or is_about(it, channel, current)]
    decided = [it for it in own if it.decision != "requested"]
    last = max(decided, key=_rank, default=None)
    since = last.decided_at if last is not None else None
    pending = tuple(
        sorted(
            it.entry_id
            for it in own
            if it.decision == "requested"
            and (since is None or it.decided_at > since)
            and it.decided_at > moment - REQUEST_LIFETIME
        )
    )
    if last is None:
        has_other = any(it.decision == "given" for it in entries)
        return Standing("none", pending=pending, is_other_address=has_other)
    state: State = "withdrawn" if last.decision == "withdrawn" else "given"
    return Standing(state, since, last.entry_id, pending)


def _rank(entry: Entry) -> tuple[datetime, bool, str]:
    return entry.decided_at, entry.decision == "withdrawn", entry.entry_id
