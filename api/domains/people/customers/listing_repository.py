"""SQL statements that search and sort customers, and count the matches."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    DateTime,
    LargeBinary,
    Select,
    Text,
    and_,
    cast,
    column,
    func,
    literal,
    select,
    table,
    tuple_,
    union_all,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session
from sqlalchemy.sql.base import ReadOnlyColumnCollection

from api.db.estimates import Total, total_of
from api.db.listing import Columns
from api.domains.people.customers.contacts import customer_number
from api.domains.people.customers.models import Customer, CustomerTouchpoint
from api.domains.people.customers.schemas import ListCustomers
from api.domains.people.customers.tables import ARRIVING, messages, reward_awards, segment_members
from api.domains.people.customers.types import ContactIndexes
from api.kit.pagination import contains_pattern

Found = ReadOnlyColumnCollection[str, Any]

SEARCHED = table(
    "customers_searched",
    column("org_id", Text),
    column("customer_id", Text),
    column("merged_into", Text),
    column("first_name", Text),
    column("last_name", Text),
    column("tags", ARRAY(Text)),
    column("owner_id", Text),
    column("email_index", LargeBinary),
    column("phone_index", LargeBinary),
    column("created_at", DateTime(timezone=True)),
    column("updated_at", DateTime(timezone=True)),
)
"""A view of the organisation's own rows in which all indexes can be used."""
_ONE = SEARCHED.c


def _named(one: Found) -> ColumnElement[Any]:
    return func.lower(func.coalesce(one.last_name, one.first_name))


_NAME = _named(_ONE)
_PERSON = select(func.coalesce(Customer.merged_into, Customer.customer_id))
"""IDs of people, each that of the kept profile."""
COLUMNS = Columns(
    searched=(),
    ordered={"name": _NAME, "created_at": _ONE.created_at, "updated_at": _ONE.updated_at},
    default_sort="-created_at",
)


NEAR = 5_000
"""Number of customers that are scanned in order before an index is used for a text."""


class CustomerListing:
    """The customers that match a list request, accessed through one session.

    `named` has the indexes of the filter's whole text, if it is an address or a number.
    """

    def __init__(
        self, session: Session, org_id: str, wanted: ListCustomers, named: ContactIndexes
    ) -> None:
        self._session = session
        self._org_id = org_id
        self._wanted = wanted
        self._named = named
        sort = wanted.sort or COLUMNS.default_sort
        COLUMNS.order(wanted)  # Refuses a column that does not exist.
        self._column = COLUMNS.ordered[sort.removeprefix("-")]
        self._is_down = sort.startswith("-")

    def ids(self) -> list[str]:
        """Return the customers of the page in order: those after a given customer, else those of the page number."""
        size, after = self._wanted.page_size, self._after() if self._wanted.after else None
        if after is None:
            return self._read(None, size, self._wanted.paging.offset)
        found: list[str] = []
        for beyond in self._beyond(*after):
            if len(found) < size:
                found += self._read(beyond, size - len(found), 0)
        return found

    def total(self) -> Total:
        """Return the total on all pages. Large numbers are estimated."""
        return total_of(self._session, select(_ONE.customer_id).where(*self._conditions(_ONE)))

    def _read(self, beyond: ColumnElement[bool] | None, size: int, offset: int) -> list[str]:
        """Return up to `size` IDs in order, of those beyond a position."""
        text = self._wanted.filter
        everybody = [] if beyond is None else [beyond]
        if text and offset <= NEAR and not list(self._reached_by(text)):
            # A text that many names contain is found quickly in order, whereas an index would fetch
            # all of them first.
            window = self._in_order(select(*_ONE).where(*self._scope(_ONE), *everybody), _ONE)
            near = window.limit(NEAR).subquery().c
            matching = select(near.customer_id).where(*self._conditions(near, is_near=True))
            page = self._in_order(matching, near).limit(size).offset(offset)
            found = list(self._session.scalars(page))
            if len(found) == size:
                return found
        matching = select(_ONE.customer_id).where(*self._conditions(_ONE), *everybody)
        page = self._in_order(matching, _ONE).limit(size).offset(offset)
        return list(self._session.scalars(page))

    def _in_order(self, statement: Select[Any], one: Found) -> Select[Any]:
        # Matches an index: times are never null, so nothing needs to be sorted last.
        by = _named(one) if self._column is _NAME else one[str(self._column.key)]
        first = by.desc() if self._is_down else by.asc()
        if self._column is _NAME:
            first = first.nulls_last()
        tie = one.customer_id.desc() if self._is_down else one.customer_id.asc()
        return statement.order_by(first, tie)

    def _after(self) -> tuple[Any, str] | None:
        """Return the sort value and the ID of the customer after whom the page begins."""
        own = select(self._column, _ONE.customer_id).where(
            _ONE.org_id == self._org_id, _ONE.customer_id == self._wanted.after
        )
        found = self._session.execute(own).one_or_none()
        return (found[0], found[1]) if found else None

    def _beyond(self, value: Any, customer_id: str) -> Iterator[ColumnElement[bool]]:
        """Yield the conditions for the customers after it, to be applied in turn. Those without a value come last."""
        is_unknown, mine = self._column.is_(None), _ONE.customer_id
        if value is None:
            yield and_(is_unknown, mine < customer_id if self._is_down else mine > customer_id)
            return
        pair, here = tuple_(self._column, mine), tuple_(literal(value), literal(customer_id))
        yield pair < here if self._is_down else pair > here
        if self._column is _NAME:
            yield is_unknown

    def _scope(self, one: Found) -> list[ColumnElement[bool]]:
        return [one.org_id == self._org_id, one.merged_into.is_(None)]

    def _conditions(self, one: Found, *, is_near: bool = False) -> Iterator[ColumnElement[bool]]:
        """Yield all conditions of the request. With `is_near`, they are applied to rows one by one, without an
        index.
        """
        wanted = self._wanted
        yield from self._scope(one)
        yield from self._of_touchpoint(one)
        if wanted.tags:
            yield one.tags.op("@>")(cast(wanted.tags, ARRAY(Text)))
        if wanted.owner_id:
            yield one.owner_id == wanted.owner_id
        for name in wanted.has:
            yield one[f"{name}_index"].is_not(None)
        if wanted.filter:
            yield _contains(wanted.filter, one) if is_near else self._found_by(wanted.filter, one)

    def _found_by(self, text: str, one: Found) -> ColumnElement[bool]:
        """Return the condition for people with this text in their name, or with this customer number, address or phone
        number.
        """
        known = list(self._reached_by(text))
        if not known:
            return self._is_named(text, one)
        # As alternatives of one condition, they would not use any index.
        named = SEARCHED.alias("named").c
        ids = select(named.customer_id).where(*self._scope(named), self._is_named(text, named))
        found: ColumnElement[bool] = one.customer_id.in_(union_all(ids, *known))
        return found

    def _is_named(self, text: str, one: Found) -> ColumnElement[bool]:
        """Return the condition for this text in the name, in a form that uses an index."""
        trigrams = func.name_trigrams(one.org_id, one.first_name, one.last_name)
        return and_(
            trigrams.op("@>")(func.text_trigrams(self._org_id, _words(text))), _contains(text, one)
        )

    def _reached_by(self, text: str) -> Iterator[Select[Any]]:
        """Yield the IDs of people with this customer number, address or phone number, including those of merged
        profiles.
        """
        pairs: Sequence[tuple[Any, Any]] = (
            (Customer.email_index, self._named.email),
            (Customer.phone_index, self._named.phone),
            (Customer.number, customer_number(text)),
        )
        for known, value in pairs:
            if value is not None:
                yield _PERSON.where(Customer.org_id == self._org_id, known == value)

    def _of_touchpoint(self, one: Found) -> list[ColumnElement[bool]]:
        wanted, org_id = self._wanted, self._org_id
        if wanted.based_on == "all":
            return []
        if wanted.based_on in ("segment", "campaign"):
            members = (
                _members_of(org_id, wanted.id)
                if wanted.based_on == "segment"
                else _reached_by_campaign(org_id, wanted.id)
            )
            people = _PERSON.where(Customer.org_id == org_id, Customer.customer_id.in_(members))
            return [one.customer_id.in_(people)]
        place, value = (
            (CustomerTouchpoint.code_id, wanted.code_id)
            if wanted.based_on == "code"
            else (CustomerTouchpoint.page_id, wanted.id)
        )
        came = _PERSON.join(
            CustomerTouchpoint,
            (CustomerTouchpoint.org_id == Customer.org_id)
            & (CustomerTouchpoint.customer_id == Customer.customer_id),
        ).where(CustomerTouchpoint.org_id == org_id, place == value)
        return [one.customer_id.in_(came)]


def _members_of(org_id: str, segment_id: str | None) -> Select[Any]:
    rows = segment_members.c
    return select(rows.customer_id).where(rows.org_id == org_id, rows.segment_id == segment_id)


def _reached_by_campaign(org_id: str, campaign_id: str | None) -> CompoundSelect[Any]:
    """Select the customers who got a reward through a campaign, and those to whom it sent a message."""
    awards, sent = reward_awards.c, messages.c
    rewarded = select(awards.customer_id).where(
        awards.org_id == org_id, awards.campaign_id == campaign_id
    )
    written_to = select(sent.customer_id).where(
        sent.org_id == org_id,
        sent.source == "campaign",
        sent.source_id == campaign_id,
        sent.state.in_(ARRIVING),
    )
    return union_all(rewarded, written_to)


def _words(text: str) -> str:
    """Return the text to search for. One or two characters must match the beginning of a word of the name."""
    return f" {text.strip()}" if len(text.strip()) < 3 else text


def _contains(text: str, one: Found) -> ColumnElement[bool]:
    """Return the condition for this text in the name, evaluated row by row."""
    name = literal(" ").concat(func.concat_ws(" ", one.first_name, one.last_name))
    found: ColumnElement[bool] = name.ilike(contains_pattern(_words(text)))
    return found
