"""Sender names for the text messages of one organisation, by country."""

from datetime import datetime

import phonenumbers

from api.auth.member import Member
from api.domains.messaging.senders.countries import NEVER, REGISTERED, rule_of
from api.domains.messaging.senders.errors import NameNotFound, refused
from api.domains.messaging.senders.reading import is_usable
from api.domains.messaging.senders.repository import NameRepository
from api.domains.messaging.senders.schemas import SaveSenderName, SenderNameRead, SenderNames


class SenderNameService:
    """Sender names, through one database session."""

    def __init__(self, names: NameRepository, now: datetime) -> None:
        self._names = names
        self._now = now

    def list_all(self, org_id: str) -> SenderNames:
        """Return all names by country, and the rule of each country."""
        items = [
            SenderNameRead(
                country=it.country,
                name=it.name,
                is_registered=it.is_registered,
                is_used=is_usable(it.country, is_registered=it.is_registered),
            )
            for it in self._names.list_all(org_id)
        ]
        return SenderNames(
            items=items, total=len(items), never=sorted(NEVER), registered=sorted(REGISTERED)
        )

    def save(self, me: Member, body: SaveSenderName) -> SenderNames:
        """Set the sender name of text messages to a country.

        Raises:
            Invalid: networks of the country accept no names, or it is not a country.
        """
        if body.country not in phonenumbers.SUPPORTED_REGIONS:
            raise refused("country", "is not a country with phone numbers", "no_country")
        if rule_of(body.country) == "never":
            raise refused(
                "country",
                "does not allow sender names: text messages can only come from numbers",
                "no_names",
            )
        if not any(it.isalpha() for it in body.name):
            raise refused("name", "must contain a letter", "no_letter")
        self._names.save(
            {
                "org_id": me.org_id,
                "country": body.country,
                "name": body.name,
                "is_registered": body.is_registered,
                "changed_at": self._now,
                "changed_by": me.caller_id or None,
            }
        )
        return self.list_all(me.org_id)

    def remove(self, org_id: str, country: str) -> SenderNames:
        """Let text messages to a country come from a number again.

        Raises:
            NameNotFound: the country has no name.
        """
        if not self._names.remove(org_id, country):
            raise NameNotFound
        return self.list_all(org_id)
