"""Published pages as visitors read them, under the visitors' role."""

from typing import Any

from psycopg.rows import dict_row

from api.db.invalidation import Pool

_SELECT = """
select p.page_id, p.org_id, p.code_id, p.name, p.published_version, v.published,
       (select array_agg(form_id || ':' || place) from form_places f
        where f.org_id = p.org_id and f.page_id = p.page_id and f.taken >= f.capacity) as is_full,
       o.name as org_name, o.logo as org_logo, o.brand as org_brand,
       o.visitor_consent
from pages p
join page_versions v on v.page_id = p.page_id and v.version = p.published_version
join organizations o on o.org_id = p.org_id
where p.deleted_at is null and o.deleted_at is null and
"""
_BY_PAGE = f"{_SELECT} p.page_id = %s"
_BY_CODE = f"{_SELECT} p.code_id = %s"
_BY_VANITY_NAME = """
select page_id from pages
where vanity_name = %s and published_version is not null and deleted_at is null
"""
_SENDER = """
select v.first_name from submissions s
left join customer_visitors v on v.org_id = s.org_id and v.visitor_id = s.visitor_id
where s.org_id = %s and s.page_id = %s and s.visitor_id = %s limit 1
"""


async def find_published(pool: Pool, key: str) -> dict[str, Any] | None:
    """Return the published page with this ID, or of the code with this ID."""
    statement = _BY_PAGE if key.startswith("page_") else _BY_CODE
    async with pool.connection() as connection:
        cursor = await connection.cursor(row_factory=dict_row).execute(statement, (key,))
        return await cursor.fetchone()


async def find_page_id(pool: Pool, vanity_name: str) -> str | None:
    """Return the ID of the published page with this vanity name, which must be lower case."""
    async with pool.connection() as connection:
        row = await (await connection.execute(_BY_VANITY_NAME, (vanity_name,))).fetchone()
    return str(row[0]) if row is not None else None


async def find_sender(
    pool: Pool, org_id: str, page_id: str, visitor_id: str
) -> tuple[str | None] | None:
    """Return the first name of a visitor who has sent a form of the page, or None for everybody else."""
    async with pool.connection() as connection:
        cursor = await connection.execute(_SENDER, (org_id, page_id, visitor_id))
        row = await cursor.fetchone()
    return (row[0],) if row is not None else None
