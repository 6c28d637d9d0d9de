"""Records decisions in the ledger: at once if the address is proven, else as requests to confirm by email."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy.orm import Session

from api.domains.people.consents.models import ConsentEntry
from api.domains.people.consents.repository import ConsentRepository
from api.domains.people.consents.standings import standings
from api.domains.people.consents.types import (
    ADDRESS_OF,
    NOTHING,
    PROVING,
    Channel,
    Decision,
    Origin,
    Source,
    Standing,
    Topic,
)
from api.domains.people.consents.withdrawals import announce, channels_ended
from api.domains.people.customers.service import CustomerService
from api.domains.people.customers.types import ContactIndexes, ContactKind
from api.jobs.queue import Jobs

CONFIRM = "consents.confirm"
MAIL_EVERY = timedelta(minutes=10)
MAIL_WINDOW = timedelta(days=1)
MAILS_IN_WINDOW = 3
TEXTS: tuple[Topic, ...] = (("sms", "marketing"), ("sms", "feedback"), ("sms", "service"))


@dataclass(frozen=True, slots=True)
class ConsentPerson:
    """A customer, the IDs of all their merged profiles, and how they can be reached."""

    org_id: str
    customer_id: str
    ids: tuple[str, ...]
    current: ContactIndexes
    phone_is_verified: bool
    language: str | None
    time_zone: str | None

    def index(self, channel: Channel) -> bytes | None:
        """Return the blind index of the address of a channel, or None if the person or the channel has none."""
        kind = ADDRESS_OF.get(channel)
        return getattr(self.current, kind) if kind is not None else None

    def is_reachable(self, channel: Channel) -> bool:
        """Return whether the channel needs no address, or the person has it."""
        return channel not in ADDRESS_OF or self.index(channel) is not None


class Agreement(NamedTuple):
    """A text that was agreed to, and its topics."""

    text: str
    topics: tuple[Topic, ...]


class ConsentService:
    """The ledger, accessed through one session that has entered its organisation."""

    def __init__(
        self,
        session: Session,
        customers: CustomerService,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._entries = ConsentRepository(session)
        self._jobs = Jobs(session, now)
        self._customers = customers
        self._now = now
        self._new_id = new_id

    def person(self, org_id: str, customer_id: str) -> ConsentPerson:
        """Return a customer. For a merged profile, it is the customer to which it belongs.

        Raises:
            CustomerNotFound: there is none.
        """
        customer = self._customers.get(org_id, customer_id)
        return ConsentPerson(
            org_id,
            customer.customer_id,
            tuple(self._customers.ids_of_person(org_id, customer.customer_id)),
            ContactIndexes(customer.email_index, customer.phone_index),
            customer.phone_verified_at is not None,
            customer.language,
            customer.time_zone,
        )

    def entries(self, person: ConsentPerson) -> Sequence[ConsentEntry]:
        """Return the person's ledger, latest decision first. A no that several profiles have is included once."""
        return _once(self._entries.of_person(person.org_id, person.ids))

    def standings(
        self, person: ConsentPerson, moment: datetime | None = None
    ) -> Mapping[Topic, Standing]:
        """Return what the ledger adds up to, by channel and purpose."""
        return standings(self.entries(person), person.current, moment or self._now)

    def lock(self, person: ConsentPerson) -> None:
        """Lock the person, so that other decisions of theirs wait until the transaction ends."""
        self._entries.lock_customer(person.org_id, person.ids)

    def texts(self, person: ConsentPerson, entries: Iterable[ConsentEntry]) -> dict[str, str]:
        """Return the consent texts of entries, by their hash."""
        return self._entries.texts(person.org_id, {it.text_hash for it in entries if it.text_hash})

    def keep_text(self, org_id: str, text: str) -> str:
        """Store a consent text, and return its hash."""
        text_hash = _digest(text)
        self._entries.keep_text(org_id, text_hash, text, self._now)
        return text_hash

    def text(self, org_id: str, text_hash: str) -> str | None:
        """Return a consent text by its hash, or None if it is not stored."""
        return self._entries.texts(org_id, [text_hash]).get(text_hash)

    def member_names(self, org_id: str, user_ids: Iterable[str]) -> dict[str, str]:
        """Return names by user ID, for members of the organisation."""
        return self._entries.member_names(org_id, user_ids)

    def owns(self, person: ConsentPerson, channel: Channel) -> bool:
        """Return whether the person has ever proved that they own their current address of a channel."""
        index = person.index(channel)
        if index is None:
            return channel not in ADDRESS_OF
        if ADDRESS_OF[channel] == "phone" and person.phone_is_verified:
            return True
        return self._entries.is_proven(person.org_id, person.ids, index, PROVING)

    def record(
        self,
        person: ConsentPerson,
        topics: Iterable[Topic],
        decision: Decision,
        origin: Origin,
        *,
        at: datetime | None = None,
        addresses: ContactIndexes | None = None,
        confirms: str | None = None,
    ) -> int:
        """Record decisions, and return how many were new. A yes is for the person's current address, unless `addresses`
        names another one. A no is recorded for every profile of the person, so that it survives an undone merge.
        """
        text_hash = self.keep_text(person.org_id, origin.text) if origin.text else None
        is_no = decision == "withdrawn"
        others = [it for it in person.ids if is_no and it != person.customer_id]
        topics = list(topics)
        ended = channels_ended(topics, self.standings(person)) if is_no else []
        written = 0
        for channel, purpose in topics:
            kind = ADDRESS_OF.get(channel)
            index = getattr(addresses or person.current, kind) if kind is not None else None
            values = {
                "org_id": person.org_id,
                "channel": channel,
                "purpose": purpose,
                "decision": decision,
                "address_index": index if not is_no else None,
                "source": origin.source,
                "text_hash": text_hash,
                "language": origin.language,
                "page_id": origin.page_id,
                "page_version": origin.page_version,
                "code_id": origin.code_id,
                "event_id": origin.event_id,
                "confirms": confirms,
                "reason": origin.reason,
                "recorded_by": origin.recorded_by,
                "decided_at": at or self._now,
                "recorded_at": self._now,
            }
            # The entry of the kept profile comes last: of equal entries, the last one is shown.
            added = [
                self._entries.add(
                    values | {"entry_id": self._new_id("consent"), "customer_id": customer_id}
                )
                for customer_id in (*others, person.customer_id)
            ]
            written += any(added)
        announce(self._entries.session, person.org_id, person.customer_id, ended, self._now)
        return written

    def agree(
        self,
        org_id: str,
        customer_id: str,
        agreements: Iterable[Agreement],
        origin: Origin,
        *,
        email: str | None,
        phone: str | None,
        is_own_browser: bool,
        phone_is_proven: bool,
    ) -> None:
        """Record the consents that a visitor gave in a form, with the address and number that they entered there.

        A consent counts immediately for a number that was just verified, and if a yes already holds for an address that
        the customer proved and the browser is theirs. Anything else waits for confirmation, once for each text. For a
        channel without an address in the form, nothing is recorded.
        """
        agreements = [it for it in agreements if it.topics]
        if not agreements:
            return
        person = self.person(org_id, customer_id)
        typed = self._customers.sealer.indexes(org_id, email, phone)
        own = person.current if is_own_browser else ContactIndexes(None, None)
        addresses = ContactIndexes(typed.email or own.email, typed.phone or own.phone)
        self.lock(person)
        entries = self.entries(person)
        found = standings(entries, addresses, self._now)
        pending = {entry_id for standing in found.values() for entry_id in standing.pending}
        waiting = {
            (it.channel, it.purpose, it.address_index, it.text_hash)
            for it in entries
            if it.entry_id in pending
        }
        is_asked = False
        for agreement in agreements:
            for topic in agreement.topics:
                kind = ADDRESS_OF.get(topic[0])
                index = getattr(addresses, kind) if kind is not None else None
                if kind is not None and index is None:
                    continue
                source = self._proof(person, topic[0], index, kind, is_own_browser, phone_is_proven)
                # A browser belongs to the first who entered an address, so it proves too little.
                holds = found.get(topic, NOTHING).state == "given"
                if source == "form" and kind is not None and not holds:
                    source = None
                stated = replace(origin, source=source or "form", text=agreement.text)
                decision: Decision = "given" if source else "requested"
                request = (*topic, index, _digest(agreement.text))
                if source is not None or request not in waiting:
                    self.record(person, [topic], decision, stated, addresses=addresses)
                is_asked |= source is None and kind != "phone"
        if is_asked and addresses.email is not None and addresses.email == person.current.email:
            self.ask_by_mail(person, addresses.email, origin.language)

    def _proof(
        self,
        person: ConsentPerson,
        channel: Channel,
        index: bytes | None,
        kind: ContactKind | None,
        is_own_browser: bool,
        phone_is_proven: bool,
    ) -> Source | None:
        """Return how a visitor's yes is proven, or None if it is not."""
        if kind == "phone" and phone_is_proven:
            return "passcode"
        is_current = kind is None or index == getattr(person.current, kind)
        return "form" if is_own_browser and is_current and self.owns(person, channel) else None

    def ask_by_mail(self, person: ConsentPerson, email_index: bytes, language: str | None) -> bool:
        """Queue the email that asks for confirmation. Return False if the address just got one or is suppressed."""
        if self._entries.is_suppressed(person.org_id, email_index):
            return False
        mail_id = self._new_id("cmail")
        is_planned = self._entries.request_mail(
            {
                "org_id": person.org_id,
                "address_index": email_index,
                "mail_id": mail_id,
                "customer_id": person.customer_id,
                "language": language or person.language or "en",
                "requested_at": self._now,
            },
            wait=MAIL_EVERY,
            window=MAIL_WINDOW,
            at_most=MAILS_IN_WINDOW,
        )
        if is_planned:
            self._jobs.enqueue(person.org_id, CONFIRM, {"mail_id": mail_id})
        return is_planned

    def confirm(
        self,
        person: ConsentPerson,
        entry_ids: Iterable[str],
        source: Source,
        *,
        proven: ContactKind,
    ) -> int:
        """Confirm requests for the address that the person has proven, and those without an address. Returns how many
        were confirmed. Requests that are too old, superseded by a later decision, or for another address are not
        changed.
        """
        self.lock(person)
        entries = {it.entry_id: it for it in self.entries(person)}
        waiting = self.standings(person)
        confirmed = 0
        for entry_id in dict.fromkeys(entry_ids):
            entry = entries.get(entry_id)
            if entry is None:
                continue
            topic: Topic = (entry.channel, entry.purpose)  # type: ignore[assignment]
            if ADDRESS_OF.get(topic[0], proven) != proven:
                continue
            if entry_id not in waiting.get(topic, NOTHING).pending:
                continue
            texts = self._entries.texts(person.org_id, [entry.text_hash or ""])
            origin = Origin(
                source,
                texts.get(entry.text_hash or ""),
                entry.language,
                entry.page_id,
                entry.page_version,
                entry.code_id,
                entry.event_id,
            )
            confirmed += self.record(person, [topic], "given", origin, confirms=entry_id)
        return confirmed

    def withdraw_by_keyword(self, org_id: str, phone: str, word: str) -> bool:
        """Record the no of a text message like STOP, for all purposes. Returns False if nobody has the number.

        `phone` is E.164.
        """
        customer = self._customers.find(org_id, phone=phone)
        if customer is None:
            return False
        self.refuse_texts(org_id, customer.customer_id, word)
        return True

    def refuse_texts(self, org_id: str, customer_id: str, word: str) -> None:
        """Record a customer's no to all text messages, with their word or a provider's.

        Raises:
            CustomerNotFound: there is none.
        """
        person = self.person(org_id, customer_id)
        self.lock(person)
        self.record(person, TEXTS, "withdrawn", Origin("keyword", reason=_reason(word)))

    def allow_by_keyword(self, org_id: str, phone: str, word: str) -> bool:
        """Record the yes of a text message like START: to everything that the owner of the number had agreed to before
        the refusal, and to service messages. Returns False if nobody has the number, or nothing was refused.
        """
        customer = self._customers.find(org_id, phone=phone)
        if customer is None:
            return False
        person = self.person(org_id, customer.customer_id)
        self.lock(person)
        held = self.standings(person)
        entries = self.entries(person)
        index = person.index("sms")
        topics = [
            topic
            for topic in TEXTS
            if held.get(topic, NOTHING).state == "withdrawn"
            and (topic[1] == "service" or _agreed_before(entries, topic, index))
        ]
        self.record(person, topics, "given", Origin("keyword", reason=_reason(word)))
        return bool(topics)


def _agreed_before(entries: Iterable[ConsentEntry], topic: Topic, index: bytes | None) -> bool:
    """Return whether the last decision other than a no by keyword was a yes for this number. Entries are latest
    first.
    """
    for it in entries:
        is_keyword = it.decision == "withdrawn" and it.source == "keyword"
        if (it.channel, it.purpose) == topic and it.decision != "requested" and not is_keyword:
            return it.decision == "given" and it.address_index == index
    return False


def _reason(word: str) -> str | None:
    return word.strip()[:100] or None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _once(entries: Iterable[ConsentEntry]) -> list[ConsentEntry]:
    """Return entries, latest first, without the copies of a no under the person's other profiles."""
    shown: dict[tuple[object, ...], str] = {}
    return [
        it
        for it in entries
        if it.decision != "withdrawn"
        or shown.setdefault(
            (
                *(it.channel, it.purpose, it.source, it.text_hash, it.reason, it.recorded_by),
                *(it.decided_at, it.recorded_at),
            ),
            it.customer_id,
        )
        == it.customer_id
    ]
