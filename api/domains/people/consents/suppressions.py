"""Suppression lists: addresses to which nothing may be sent, regardless of consent."""

import csv
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import NamedTuple

from api.auth.member import Member
from api.domains.people.consents.errors import (
    SuppressedAddressNotFound,
    SuppressionListNotFound,
    TooManySuppressionLists,
    invalid,
)
from api.domains.people.consents.models import SuppressionList
from api.domains.people.consents.schemas import (
    ImportSuppressions,
    RowProblem,
    SuppressionImport,
    SuppressionListRead,
)
from api.domains.people.consents.suppression_repository import SuppressionRepository
from api.domains.people.customers.contacts import normalised_email, normalised_phone, region_of
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.types import ContactKind
from api.kit.pagination import Paging

MAX_LISTS = 500
PROBLEMS_SHOWN = 100
_HEADINGS = frozenset(
    {"email", "e-mail", "email address", "mail", "address", "phone", "phone number", "number"}
)


class _Read(NamedTuple):
    """One address of the file, or the problem in its row."""

    row: int
    kind: ContactKind | None
    normalised: str


class SuppressionService:
    """Suppression lists of one organisation, accessed through one session."""

    def __init__(
        self,
        lists: SuppressionRepository,
        sealer: Sealer,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._lists = lists
        self._sealer = sealer
        self._now = now
        self._new_id = new_id

    def import_addresses(self, me: Member, body: ImportSuppressions) -> SuppressionImport:
        """Add the addresses and numbers in a text to a new list, or to an existing one.

        Rows without an address or number are skipped and reported.

        Raises:
            SuppressionListNotFound: there is no list to add to.
            TooManySuppressionLists: the maximum number of lists is reached.
            Invalid: the text cannot be read as CSV, or has no address or number at all.
        """
        try:
            read = list(_addresses(body.text, region_of(me.locale)))
        except csv.Error as error:
            raise invalid("text", f"is not valid CSV: {error}", "bad_csv") from error
        good = [it for it in read if it.kind is not None]
        if not good:
            raise invalid("text", "contains no email address or phone number", "no_addresses")
        row = self._list(me, body)
        indexes = {
            self._sealer.index(me.org_id, it.kind, it.normalised): it.kind
            for it in good
            if it.kind is not None
        }
        # Concurrent imports into one list insert in the same order, so that they do not deadlock.
        pairs = [(kind, index) for index, kind in sorted(indexes.items())]
        added = self._lists.add(me.org_id, row.list_id, pairs, self._now)
        wrong = [RowProblem(row=it.row, text=it.normalised) for it in read if it.kind is None]
        return SuppressionImport(
            list_id=row.list_id,
            name=row.name,
            added=added,
            known=len(indexes) - added,
            refused=len(wrong),
            problems=wrong[:PROBLEMS_SHOWN],
        )

    def _list(self, me: Member, body: ImportSuppressions) -> SuppressionList:
        if body.list_id is not None:
            found = self._lists.find(me.org_id, body.list_id)
            if found is None:
                raise SuppressionListNotFound
            return found
        if not body.name:
            raise invalid("name", "is required for a new list", "missing")
        self._lists.lock(me.org_id)
        if self._lists.count(me.org_id) >= MAX_LISTS:
            raise TooManySuppressionLists
        row = SuppressionList(
            list_id=self._new_id("supp"),
            org_id=me.org_id,
            name=body.name,
            created_at=self._now,
            created_by=me.caller_id or None,
        )
        self._lists.add_list(row)
        return row

    def suppress(self, org_id: str, name: str, kind: ContactKind, index: bytes) -> None:
        """Add an address to the list with a name, which is created if there is none."""
        self._lists.lock(org_id)
        row = self._lists.find_by_name(org_id, name)
        if row is None:
            row = SuppressionList(
                list_id=self._new_id("supp"),
                org_id=org_id,
                name=name,
                created_at=self._now,
                created_by=None,
            )
            self._lists.add_list(row)
        self._lists.add(org_id, row.list_id, [(kind, index)], self._now)

    def release(self, org_id: str, name: str, index: bytes) -> None:
        """Remove an address from the list with a name. It stays on others."""
        self._lists.remove_from(org_id, name, index)

    def lists(self, org_id: str, paging: Paging) -> tuple[list[SuppressionListRead], int, int]:
        """Return a page of lists, how many there are, and the number of distinct addresses on them."""
        rows, total = self._lists.lists(org_id, paging)
        items = [
            SuppressionListRead(
                list_id=row[0].list_id,
                name=row[0].name,
                emails=row.emails,
                phones=row.phones,
                created_at=row[0].created_at,
            )
            for row in rows
        ]
        return items, total, self._lists.count_addresses(org_id)

    def delete_list(self, org_id: str, list_id: str) -> None:
        """Delete a list. Its addresses may get messages again unless another list contains them."""
        if not self._lists.delete_list(org_id, list_id):
            raise SuppressionListNotFound

    def names_with(self, me: Member, address: str) -> list[str]:
        """Return the names of the lists that contain an address or number."""
        return self._lists.lists_with(me.org_id, self._index(me, address))

    def remove(self, me: Member, address: str) -> int:
        """Remove an address or number from every list, and return how many contained it.

        Raises:
            SuppressedAddressNotFound: it is on none.
            Invalid: it is neither an address nor a number.
        """
        removed = self._lists.remove(me.org_id, self._index(me, address))
        if not removed:
            raise SuppressedAddressNotFound
        return removed

    def _index(self, me: Member, address: str) -> bytes:
        kind, normalised = _read(address, region_of(me.locale))
        if kind is None:
            raise invalid("address", "must be an email address or a phone number", "not_an_address")
        return self._sealer.index(me.org_id, kind, normalised)


def _addresses(text: str, region: str) -> Iterator[_Read]:
    """Yield the first address or number of each row. Rows without one are yielded with their text, except empty rows
    and headings.
    """
    delimiter = ";" if text.count(";") > text.count(",") else ","
    lines = text.lstrip("\N{ZERO WIDTH NO-BREAK SPACE}").splitlines()
    for number, cells in enumerate(csv.reader(lines, delimiter=delimiter, strict=True), 1):
        filled = [cell.strip() for cell in cells if cell.strip()]
        if not filled or (number == 1 and filled[0].lower() in _HEADINGS):
            continue
        found = next((it for it in (_read(cell, region) for cell in filled) if it[0]), None)
        kind, normalised = found if found is not None else (None, filled[0][:100])
        yield _Read(number, kind, normalised)


def _read(text: str, region: str) -> tuple[ContactKind | None, str]:
    """Return the kind and normalised form of an address or number."""
    if "@" in text:
        email = normalised_email(text)
        return ("email", email) if email is not None else (None, text[:100])
    phone = normalised_phone(text, region)
    return ("phone", phone) if phone is not None else (None, text[:100])
