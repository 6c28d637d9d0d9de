"""Finds rows that refer to one person in all tables. Tables that are added later need no change here."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, text
from sqlalchemy.orm import Session

MOST_ROWS = 10_000
"""Maximum number of rows per table."""

_TABLES = text("""
select c.table_name, array_agg(c.column_name::text)
from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
  and has_table_privilege(format('%I.%I', c.table_schema, c.table_name), 'select')
group by 1
having 'org_id' = any(array_agg(c.column_name::text))
order by 1
""")
_OF_PERSON: Mapping[str, str] = {
    "customer_id": ":customers",
    "referrer_id": ":customers",
    "friend_id": ":customers",
    "kept_id": ":customers",
    "merged_id": ":customers",
    "merged_into": ":customers",
    "visitor_id": ":visitors",
}
"""Columns that refer to a person, and the values with which they are compared."""
_PASSES = "pass_id in (select pass_id from passes where org_id = :org_id and customer_id = any(:customers))"
_UNNAMED = "(customer_id is null and encode(address_index, 'hex') = any(:hashes))"
_TALKS = (
    "conversation_id in (select conversation_id from text_conversations"
    f" where org_id = :org_id and (customer_id = any(:customers) or {_UNNAMED}))"
)
_PLAYERS = (
    "(game_id, player) in (select game_id, player from game_players"
    " where org_id = :org_id and visitor_id = any(:visitors))"
)
_ORDERS = (
    "order_id in (select order_id from customer_orders"
    " where org_id = :org_id and customer_id = any(:customers))"
)
_OF_PARENTS = {
    **dict.fromkeys(("pass_registrations", "pass_redemptions", "google_passes"), _PASSES),
    **dict.fromkeys(("game_plays", "game_bests"), _PLAYERS),
    "order_refunds": _ORDERS,
    "text_replies": _TALKS,
}
"""Tables that refer to a person only through a parent row."""
_BY_ADDRESS = {
    "messages": _UNNAMED,
    "text_conversations": _UNNAMED,
    "promo_uses": "customer = any(:hashes)",
    "terms_acceptances": "email_hash = any(:hashes)",
}
"""Tables that may identify a person only by a hash of their address."""
_LEFT_OUT = ("customer_import_changes", "idempotency_keys")
"""Tables that only copy data of other tables, for undoing imports and for repeating lost responses."""
_HIDDEN = re.compile(
    r"org_id|sealing_key|changed_in|position|claimed_until|push_token|.*_(index|hash|key)|snapshot|filled"
)
"""Columns that contain nothing about the person, or that are only for internal use."""


class PersonRows:
    """Rows of one organisation, in one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def visitors(self, org_id: str, customers: Sequence[str]) -> list[str]:
        """Return the visitor IDs of browsers that are proven to belong to the person."""
        found = self._session.execute(
            text(
                "select visitor_id from customer_visitors"
                " where org_id = :org_id and is_proven and customer_id = any(:customers)"
            ),
            {"org_id": org_id, "customers": list(customers)},
        )
        return list(found.scalars())

    def profiles(self, org_id: str, customers: Sequence[str]) -> Sequence[Row[Any]]:
        """Return the ID, sealing key and sealed contacts of each profile."""
        return self._session.execute(
            text(
                "select customer_id, sealing_key, email_sealed, phone_sealed from customers"
                " where org_id = :org_id and customer_id = any(:customers)"
            ),
            {"org_id": org_id, "customers": list(customers)},
        ).all()

    def walk(
        self,
        org_id: str,
        customers: Sequence[str],
        visitors: Sequence[str],
        hashes: Sequence[str],
    ) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        """Yield each table that has rows of the person, with these rows. `hashes` are those of their addresses."""
        connection = self._session.connection()
        values = {
            "org_id": org_id,
            "customers": list(customers),
            "visitors": list(visitors),
            "hashes": list(hashes),
        }
        for table, columns in connection.execute(_TABLES).all():
            named = [it for it in _OF_PERSON if it in columns]
            conditions = [f'"{it}" = any({_OF_PERSON[it]})' for it in named]
            if table in _OF_PARENTS:
                conditions = [_OF_PARENTS[table]]
            if table in _BY_ADDRESS:
                conditions.append(_BY_ADDRESS[table])
            if conditions and table not in _LEFT_OUT:
                rows = _rows(connection, table, " or ".join(conditions), values)
                if rows:
                    yield table, rows


def _rows(
    connection: Connection, table: str, condition: str, values: Mapping[str, Any]
) -> list[dict[str, Any]]:
    # Names of tables and columns come from the database's own catalogue.
    statement = text(
        f'select to_jsonb(t) from "{table}" t where org_id = :org_id and ({condition}) limit {MOST_ROWS}'
    )
    return [dict(row) for row in connection.execute(statement, dict(values)).scalars()]


def shown(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row without the columns that contain nothing about the person."""
    return {name: value for name, value in row.items() if not _HIDDEN.fullmatch(name)}
