"""Whether anything changed in the database."""

import psycopg
from psycopg import sql


def digest_of(
    url: str, but_of: str | None = None, but: frozenset[str] = frozenset()
) -> dict[str, str]:
    """Return a digest of every table, without one organisation's rows, and without the times when people were last
    seen.
    """
    with psycopg.connect(url) as connection:
        tables = connection.execute(
            "select c.relname, exists (select from pg_attribute a where a.attrelid = c.oid"
            " and a.attname = 'org_id' and not a.attisdropped) from pg_class c"
            " where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')"
            " and not c.relispartition"
        ).fetchall()
        digests = {}
        for table, has_org in tables:
            if table in but:
                continue
            query = sql.SQL(
                "select md5(coalesce(string_agg(r, '|' order by r), '')) from (select"
                " (to_jsonb(t) - 'last_seen_at' - 'last_used_at')::text as r from {} t where {}) x"
            ).format(
                sql.Identifier(table),
                sql.SQL("org_id is distinct from {}").format(sql.Literal(but_of))
                if has_org and but_of
                else sql.SQL("true"),
            )
            row = connection.execute(query).fetchone()
            assert row is not None
            digests[table] = row[0]
    return digests
