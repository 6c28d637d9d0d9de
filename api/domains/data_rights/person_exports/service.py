"""Collects everything that is stored about one person."""

import base64
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import orjson

from api.auth.member import Member
from api.domains.content.terms.service import email_hash_of
from api.domains.data_rights.person_exports.repository import PersonRows, shown
from api.domains.data_rights.person_exports.schemas import ExportPerson, PersonFile
from api.domains.insights.customer_activity.schemas import GetCustomerActivity
from api.domains.insights.customer_activity.service import CustomerActivityService
from api.domains.people.customers.service import CustomerService
from api.domains.people.customers.types import Contacts

MOST_EVENTS = 10_000
_SEALED = re.compile(r"(.*?)_?sealed")


class PersonExports:
    """Exports of one organisation's customers."""

    def __init__(
        self,
        rows: PersonRows,
        customers: CustomerService,
        activity: CustomerActivityService,
        secret: bytes,
        now: datetime,
    ) -> None:
        self._rows = rows
        self._customers = customers
        self._activity = activity
        self._secret = secret
        self._now = now

    def make(self, me: Member, body: ExportPerson) -> PersonFile:
        """Return everything that is stored about a customer, for all of their profiles.

        Raises:
            CustomerNotFound: there is no such customer.
        """
        customer = self._customers.get(me.org_id, body.customer_id)
        ids = self._customers.ids_of_person(me.org_id, customer.customer_id)
        visitors = self._rows.visitors(me.org_id, ids)
        profiles, own = self._rows.profiles(me.org_id, ids), customer.sealing_key
        keys: dict[str, bytes | None] = {it.customer_id: it.sealing_key for it in profiles}
        hashes = self._hashes(me.org_id, [self._customers.contacts(it) for it in profiles])
        stored = {
            table: [self._opened(keys.get(row.get("customer_id", ""), own), row) for row in rows]
            for table, rows in self._rows.walk(me.org_id, ids, visitors, hashes)
        }
        contacts = self._customers.contacts(customer)
        events, is_complete = self._events(me, customer.customer_id)
        document = {
            "made_at": self._now.isoformat(),
            "profile": {
                "customer_id": customer.customer_id,
                "number": customer.number,
                "first_name": customer.first_name,
                "last_name": customer.last_name,
                "email": contacts.email,
                "phone": contacts.phone,
            },
            "stored": stored,
            "events": events,
            "has_all_events": is_complete,
        }
        data = orjson.dumps(document, option=orjson.OPT_INDENT_2)
        return PersonFile(
            file_name=f"person-{customer.customer_id}.json", data=base64.b64encode(data).decode()
        )

    def _hashes(self, org_id: str, contacts: Iterable[Contacts]) -> list[str]:
        """Return the hashes under which tables without plain addresses store these addresses."""
        index, hashes = self._customers.sealer.index, list[str]()
        for it in contacts:
            if it.email is not None:
                hashes += [
                    index(org_id, "email", it.email).hex(),
                    email_hash_of(self._secret, org_id, it.email),
                ]
            if it.phone is not None:
                hashes.append(index(org_id, "phone", it.phone).hex())
        return hashes

    def _opened(self, sealing_key: bytes | None, row: dict[str, Any]) -> dict[str, Any]:
        """Return a row with values decrypted by the person's key. Values that are encrypted otherwise are left out."""
        opened: dict[str, Any] = {}
        for name, value in shown(row).items():
            sealed = _SEALED.fullmatch(name)
            if sealed is None:
                opened[name] = value
                continue
            text = (
                self._customers.sealer.unseal(sealing_key, value)
                if isinstance(value, str)
                else None
            )
            if text is not None:
                opened[sealed[1] or "answers"] = _parsed(text)
        return opened

    def _events(self, me: Member, customer_id: str) -> tuple[list[dict[str, Any]], bool]:
        found: list[dict[str, Any]] = []
        after = None
        while len(found) < MOST_EVENTS:
            page = self._activity.activity(
                me, GetCustomerActivity(customer_id=customer_id, after=after, page_size=200)
            )
            found += [it.model_dump(mode="json", exclude_none=True) for it in page.items]
            after = page.next
            if after is None:
                return found, True
        return found, False


def _parsed(text: bytes) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text.decode(errors="replace")
