"""Writes a campaign's message for one person: in their language, with their values and their own links."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol
from urllib.parse import urlencode

from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.codes.codes.hosts import hosts_in
from api.domains.codes.codes.links import CodeLinks
from api.domains.codes.codes.reading import find_code
from api.domains.messaging.campaigns.audience_repository import AudienceRepository
from api.domains.messaging.campaigns.content import (
    LINK,
    Composed,
    LocalContent,
    chosen,
    compose,
)
from api.domains.messaging.campaigns.mails import framed
from api.domains.messaging.campaigns.placeholders import (
    BASE,
    PREFERENCES,
    of_fields,
    values_of,
)
from api.domains.messaging.campaigns.receiver_reading import Receiver
from api.domains.messaging.campaigns.types import SentChannel
from api.domains.people.consents.links import preference_path, preference_token
from api.domains.people.customers.reading import custom_fields
from runtime.settings import Settings


class LinkSource(Protocol):
    """The source that links of a campaign record."""

    @property
    def campaign_id(self) -> str: ...

    @property
    def code_id(self) -> str | None: ...


class Personal(NamedTuple):
    """A person's values for placeholders, and the language that they read."""

    language: str | None
    values: dict[str, str]


class _NoCampaign(NamedTuple):
    campaign_id: str = ""
    code_id: str | None = None


class Composer:
    """Writes messages of one organisation, in one session."""

    def __init__(self, session: Session, settings: Settings, org_id: str) -> None:
        self._session = session
        self._settings = settings
        self._base_url = settings.base_url.rstrip("/")
        self._org_id = org_id
        self._organization = organization_of(session, org_id)
        self._types = {it.name: it.type for it in custom_fields(session, org_id)}
        self._links: dict[tuple[str, str | None], str] = {}

    def personal(
        self, receiver: Receiver, source: LinkSource, language: str | None = None
    ) -> Personal:
        """Return a customer's values for placeholders."""
        spoken = language or receiver.language
        values = values_of(
            receiver.attributes,
            receiver.first_name,
            receiver.last_name,
            receiver.number,
            self._types,
            spoken or self._organization.locale,
        )
        values |= self._of_campaign(source)
        token = preference_token(self._settings.secret_key, self._org_id, receiver.customer_id)
        values[PREFERENCES] = f"{self._base_url}{preference_path(self._org_id, token)}"
        return Personal(spoken, values)

    def values_of_customer(self, customer_id: str | None) -> dict[str, str]:
        """Return a customer's values for placeholders outside of campaigns. Without a customer, only those of the
        organisation.
        """
        ids = [customer_id] if customer_id is not None else []
        for receiver in AudienceRepository(self._session).receivers(self._org_id, ids).values():
            return self.personal(receiver, _NoCampaign()).values
        return self._of_campaign(_NoCampaign())

    def sample(self, source: LinkSource, language: str | None) -> Personal:
        """Return the values of a sample person for placeholders."""
        fields = of_fields(custom_fields(self._session, self._org_id))
        values = {it.name: it.sample for it in (*BASE, *fields)}
        values[PREFERENCES] = f"{self._base_url}/preferences"
        return Personal(language, values | self._of_campaign(source))

    def write(
        self, contents: Sequence[LocalContent], channel: SentChannel, personal: Personal
    ) -> Composed:
        """Return the complete message on a channel."""
        content = chosen(contents, personal.language)
        composed = compose(content, channel, personal.values)
        if channel != "email":
            return composed
        return framed(composed, self._organization.name, personal.values[PREFERENCES])

    def _of_campaign(self, source: LinkSource) -> dict[str, str]:
        values = {"organization.name": self._organization.name}
        link = self._link(source)
        return values | ({LINK: link} if link else {})

    def _link(self, source: LinkSource) -> str:
        key = (source.campaign_id, source.code_id)
        if key not in self._links:
            code = find_code(self._session, self._org_id, source.code_id)
            address = ""
            if code is not None:
                links = CodeLinks(self._base_url, hosts_in(self._session))
                query = urlencode({"utm_source": "waypost", "utm_campaign": source.campaign_id})
                address = f"{links.short_address(code)}?{query}"
            self._links[key] = address
        return self._links[key]
