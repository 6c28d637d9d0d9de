"""Rows that name one person, of every table that can: a table that is added later needs no line here."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.orm import Session

MOST_ROWS = 10_000
"""Of one table."""

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
"""Columns that name a person, and what they are compared with."""
_PASSES = "pass_id in (select pass_id from passes where org_id = :org_id and customer_id = any(:customers))"
_TALKS = (
    "conversation_id in (select conversation_id from text_conversations"
    " where org_id = :org_id and customer_id = any(:customers))"
)
_OF_PARENTS = {"pass_registrations": _PASSES, "google_passes": _PASSES, "text_replies": _TALKS}
"""Tables that name what belongs to a person."""
_LEFT_OUT = ("customer_import_changes", "idempotency_keys")
"""Copies of what other tables have, for an undo and for an answer that was lost."""
_HIDDEN = re.compile(
    r"org_id|sealing_key|changed_in|position|claimed_until|push_token|.*_(index|hash|key)|snapshot|filled"
)
"""Columns that say nothing of the person, or only to us."""


class PersonRows:
    """Rows of one organisation, through one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def visitors(self, org_id: str, customers: Sequence[str]) -> list[str]:
        """Browsers that are proven to be the person's."""
        found = self._session.execute(
            text(
                "select visitor_id from customer_visitors"
                " where org_id = :org_id and is_proven and customer_id = any(:customers)"
            ),
            {"org_id": org_id, "customers": list(customers)},
        )
        return list(found.scalars())

    def keys(self, org_id: str, customers: Sequence[str]) -> dict[str, bytes | None]:
        """The sealing key of each profile."""
        found = self._session.execute(
            text(
                "select customer_id, sealing_key from customers"
                " where org_id = :org_id and customer_id = any(:customers)"
            ),
            {"org_id": org_id, "customers": list(customers)},
        )
        return {row[0]: row[1] for row in found}

    def walk(
        self, org_id: str, customers: Sequence[str], visitors: Sequence[str]
    ) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        """Each table that has rows of the person, with these."""
        connection = self._session.connection()
        values = {"org_id": org_id, "customers": list(customers), "visitors": list(visitors)}
        for table, columns in connection.execute(_TABLES).all():
            named = [it for it in _OF_PERSON if it in columns]
            conditions = [f'"{it}" = any({_OF_PERSON[it]})' for it in named]
            if table in _OF_PARENTS:
                conditions = [_OF_PARENTS[table]]
            if conditions and table not in _LEFT_OUT:
                rows = _rows(connection, table, " or ".join(conditions), values)
                if rows:
                    yield table, rows


def _rows(
    connection: Connection, table: str, condition: str, values: Mapping[str, Any]
) -> list[dict[str, Any]]:
    # Names of tables and columns come from the catalogue of the database.
    statement = text(
        f'select to_jsonb(t) from "{table}" t where org_id = :org_id and ({condition}) limit {MOST_ROWS}'
    )
    return [dict(row) for row in connection.execute(statement, dict(values)).scalars()]


def shown(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row without what says nothing of the person."""
    return {name: value for name, value in row.items() if not _HIDDEN.fullmatch(name)}
