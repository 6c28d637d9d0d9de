"""The consents that a person sees and changes with their signed link."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from api.domains.people.consents.links import PreferenceLink
from api.domains.people.consents.service import ConsentPerson, ConsentService
from api.domains.people.consents.types import (
    ADDRESS_OF,
    ASKED_PURPOSES,
    CHANNELS,
    NOTHING,
    PURPOSES,
    Channel,
    Origin,
    Purpose,
    Source,
    Topic,
)
from api.domains.people.customers.types import ContactKind
from api.rendering.visitor_pages.words import Words

OFFERED: tuple[Channel, ...] = ("email", "sms")
"""Channels that are offered to everybody who has the address. Others are offered once there is an entry."""
MAX_REQUESTS = 50
SOURCE_OF: dict[ContactKind | None, Source] = {
    "email": "mail_link",
    "phone": "passcode",
    None: "preferences",
}


class Choice(NamedTuple):
    """One line of the page."""

    channel: Channel
    purpose: Purpose
    is_on: bool
    is_pending: bool

    @property
    def name(self) -> str:
        """The name of its form field."""
        return f"{self.channel}.{self.purpose}"


class Request(NamedTuple):
    """A yes that can be confirmed by the person who opens the link."""

    entry_id: str
    text: str
    """The text that was agreed to, or purpose and channel if the request has none."""


class Chosen(NamedTuple):
    """The submitted form of the page."""

    shown: Sequence[str]
    on: Sequence[str]
    texts: Mapping[str, str]
    """The text that each line showed, by its name."""
    language: str


def topic_text(say: Words, channel: str, purpose: str) -> str:
    """Return the label of a purpose and channel on the preference page."""
    return f"{say.of('preferences', purpose)}: {say.of('preferences', channel)}"


@dataclass(frozen=True, slots=True)
class Preferences:
    """The choices of one person, through one session that has entered their organisation."""

    consents: ConsentService
    person: ConsentPerson
    link: PreferenceLink

    @property
    def is_outdated(self) -> bool:
        """Whether the link was sent to an address that the person no longer has."""
        return self.link.kind is not None and self.proven is None

    @property
    def proven(self) -> ContactKind | None:
        """The kind of contact that the link proves."""
        return self.link.proves(self.person.current)

    def choices(self) -> list[Choice]:
        """Return the lines of the page."""
        found = self.consents.standings(self.person)
        return [
            Choice(channel, purpose, standing.state == "given", bool(standing.pending))
            for purpose in PURPOSES
            for channel in CHANNELS
            if (standing := found.get((channel, purpose), NOTHING)) is not NOTHING
            or (purpose == "marketing" and channel in OFFERED and self._has(channel))
        ]

    def requests(self, say: Words) -> list[Request]:
        """Return the latest requests that this link can confirm, in the person's language, up to the number that one
        confirmation accepts.
        """
        proven = self.proven
        if proven is None:
            return []
        waiting = {
            entry_id
            for (channel, _), standing in self.consents.standings(self.person).items()
            for entry_id in standing.pending
            if ADDRESS_OF.get(channel, proven) == proven
        }
        rows = [it for it in self.consents.entries(self.person) if it.entry_id in waiting]
        texts = self.consents.texts(self.person, rows)
        return [
            Request(
                it.entry_id,
                texts.get(it.text_hash or "") or topic_text(say, it.channel, it.purpose),
            )
            for it in rows[:MAX_REQUESTS]
        ]

    def confirm(self, entry_ids: Iterable[str]) -> int:
        """Confirm requests that the page showed, and return how many were confirmed."""
        proven = self.proven
        if proven is None:
            return 0
        return self.consents.confirm(self.person, entry_ids, SOURCE_OF[proven], proven=proven)

    def save(self, chosen: Chosen) -> bool:
        """Record changes to the lines that the page showed. Returns whether an email asks the person to confirm a yes.

        Pending requests are not changed. They may come from somebody else, so only their own button confirms them.
        """
        self.consents.lock(self.person)
        before = {choice.name: choice for choice in self.choices()}
        is_asked = False
        for name in dict.fromkeys(chosen.shown):
            choice = before.get(name)
            if choice is None:
                continue
            topic: Topic = (choice.channel, choice.purpose)
            origin = Origin("preferences", chosen.texts.get(name), chosen.language)
            if name not in chosen.on:
                if choice.is_on:
                    self.consents.record(
                        self.person, [topic], "withdrawn", replace(origin, text=None)
                    )
            elif choice.is_on or choice.is_pending:
                continue
            elif self._owns(choice.channel):
                self.consents.record(self.person, [topic], "given", origin)
            else:
                self.consents.record(self.person, [topic], "requested", origin)
                is_asked |= choice.channel == "email"
        index = self.person.current.email
        if not is_asked or index is None:
            return False
        return self.consents.ask_by_mail(self.person, index, chosen.language)

    def unsubscribe(self, source: Source = "one_click") -> None:
        """Record a no to news and surveys on the channel through which the link was sent, else on all channels."""
        kind = self.link.kind
        found = self.consents.standings(self.person)
        topics: list[Topic] = [
            (channel, purpose)
            for channel in CHANNELS
            for purpose in ASKED_PURPOSES
            if (ADDRESS_OF.get(channel) == kind if kind else channel in OFFERED)
            or (kind is None and (channel, purpose) in found)
        ]
        self.consents.lock(self.person)
        self.consents.record(self.person, topics, "withdrawn", Origin(source))

    def refuse_all(self) -> None:
        """Record a no to news and surveys on all channels."""
        replace(self, link=self.link._replace(kind=None)).unsubscribe("preferences")

    def _has(self, channel: Channel) -> bool:
        return self.person.index(channel) is not None

    def _owns(self, channel: Channel) -> bool:
        """Return whether a yes counts immediately: the link was sent to this address, or the address was proven
        before.
        """
        kind = ADDRESS_OF.get(channel)
        return kind is None or kind == self.proven or self.consents.owns(self.person, channel)
