"""Consents as members see and record them."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from api.auth.member import Member
from api.auth.roles import Role
from api.domains.people.consents.errors import invalid
from api.domains.people.consents.links import preference_path, preference_token
from api.domains.people.consents.models import ConsentEntry
from api.domains.people.consents.policy import ContactPolicy
from api.domains.people.consents.schemas import (
    CustomerConsents,
    EntryRead,
    MayContact,
    MayContactAnswer,
    RecordConsent,
    StandingRead,
)
from api.domains.people.consents.service import ConsentPerson, ConsentService
from api.domains.people.consents.standings import is_about
from api.domains.people.consents.types import (
    CHANNELS,
    NOTHING,
    PURPOSES,
    RECORDERS,
    Channel,
    Origin,
    Purpose,
    Source,
    Topic,
)
from api.domains.people.customers.errors import CustomerNotFound

FUTURE = timedelta(minutes=5)
"""How far ahead the clock of another system may be."""


class ConsentViews:
    """Consents of one organisation's customers, for its members."""

    def __init__(
        self,
        consents: ConsentService,
        policy: ContactPolicy,
        *,
        base_url: str,
        secret: bytes,
        now: datetime,
    ) -> None:
        self._consents = consents
        self._policy = policy
        self._base_url = base_url.rstrip("/")
        self._secret = secret
        self._now = now

    def of_customer(self, me: Member, customer_id: str) -> CustomerConsents:
        """Return the current state of a customer's consents, and every entry.

        Raises:
            CustomerNotFound: there is none.
        """
        person = self._consents.person(me.org_id, customer_id)
        entries = self._consents.entries(person)
        return CustomerConsents(
            customer_id=person.customer_id,
            standings=[
                self._standing(person, channel, purpose)
                for purpose in PURPOSES
                for channel in CHANNELS
                if _is_shown(person, (channel, purpose), entries)
            ],
            entries=self._reads(person, entries),
            preference_url=self._url(person) if me.role.reaches(Role.EDITOR) else None,
        )

    def record(self, me: Member, body: RecordConsent) -> CustomerConsents:
        """Record a yes or no that a member heard or a program received.

        Raises:
            CustomerNotFound: there is none.
            Invalid: there is no address for the consent, the time is in the future, or only an email can confirm this.
        """
        person = self._consents.person(me.org_id, body.customer_id)
        is_yes = body.decision == "given"
        if is_yes and not person.is_reachable(body.channel):
            raise invalid("channel", "cannot be used: the customer has no address or number for it")
        if body.decided_at is not None and body.decided_at > self._now + FUTURE:
            raise invalid("decided_at", "must not be in the future")
        if body.confirm and not (is_yes and body.channel == "email"):
            raise invalid("confirm", "is only for consent by email")
        source: Source = "api" if me.key_id else "staff"
        origin = Origin(
            body.source or source,
            body.text or None,
            reason=body.reason,
            recorded_by=me.caller_id,
        )
        at = min(body.decided_at or self._now, self._now)
        self._consents.lock(person)
        topic: Topic = (body.channel, body.purpose)
        decision = "requested" if body.confirm else body.decision
        self._consents.record(person, [topic], decision, origin, at=at)
        if body.confirm and person.current.email is not None:
            self._consents.ask_by_mail(person, person.current.email, None)
        return self.of_customer(me, person.customer_id)

    def may_contact(self, me: Member, body: MayContact) -> MayContactAnswer:
        """Return whether a customer may be contacted, without the address.

        Raises:
            CustomerNotFound: there is none.
        """
        decided = self._policy.may_contact(
            me.org_id, body.customer_id, body.channel, body.purpose, body.moment or self._now
        )
        if decided.reason == "gone":
            raise CustomerNotFound
        return MayContactAnswer(
            allowed=decided.allowed,
            reason=decided.reason,
            customer_id=decided.customer_id,
            entry_id=decided.entry_id,
            not_before=decided.not_before,
        )

    def _standing(self, person: ConsentPerson, channel: Channel, purpose: Purpose) -> StandingRead:
        standing = self._consents.standings(person).get((channel, purpose), NOTHING)
        decided = self._policy.may_contact(
            person.org_id, person.customer_id, channel, purpose, self._now
        )
        return StandingRead(
            channel=channel,
            purpose=purpose,
            state=standing.state,
            since=standing.since,
            is_pending=bool(standing.pending),
            may_contact=decided.allowed,
            reason=decided.reason,
        )

    def _reads(self, person: ConsentPerson, entries: Iterable[ConsentEntry]) -> list[EntryRead]:
        rows = list(entries)
        texts = self._consents.texts(person, rows)
        names = self._consents.member_names(
            person.org_id, {it.recorded_by for it in rows if it.recorded_by}
        )
        return [_entry(it, person, texts, names) for it in rows]

    def _url(self, person: ConsentPerson) -> str:
        token = preference_token(self._secret, person.org_id, person.customer_id)
        return self._base_url + preference_path(person.org_id, token)


def _is_shown(person: ConsentPerson, topic: Topic, entries: Iterable[ConsentEntry]) -> bool:
    """Return whether a topic is shown: it has an entry, or it is marketing by email or text message and there is an
    address.
    """
    channel, purpose = topic
    is_usual = purpose == "marketing" and channel in ("email", "sms")
    has_entry = any((it.channel, it.purpose) == topic for it in entries)
    return has_entry or (is_usual and person.is_reachable(channel))


def _entry(
    row: ConsentEntry, person: ConsentPerson, texts: dict[str, str], names: dict[str, str]
) -> EntryRead:
    source: Source = row.source  # type: ignore[assignment]
    channel: Channel = row.channel  # type: ignore[assignment]
    plain = {
        name: getattr(row, name)
        for name in EntryRead.model_fields
        if name not in ("recorded_by", "member", "text", "is_current_address", "event_id")
    }
    return EntryRead(
        **plain,
        recorded_by=RECORDERS[source],
        member=names.get(row.recorded_by or ""),
        text=texts.get(row.text_hash or ""),
        event_id=str(row.event_id) if row.event_id else None,
        is_current_address=is_about(row, channel, person.current),
    )
