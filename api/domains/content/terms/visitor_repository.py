"""Terms as visitors read them, under the visitors' role: by code, organisation or ID."""

from typing import Any

from psycopg.rows import dict_row
from starlette.requests import Request

from api.db.visitor_pool import VisitorDatabase
from api.domains.codes.codes.state import CodesState
from api.domains.codes.codes.types import CODE_ID
from api.domains.content.terms.types import PublishedTerms
from api.kit.request_context import is_served
from api.rendering.visitor_pages.brand import Brand

MAX_NAME = 64

_READ = """
select t.terms_id, t.org_id, t.current_version, v.version, v.title, v.body, v.text_hash,
       v.published_at, o.name, o.logo, o.brand, o.visitor_consent
from terms t
join organizations o on o.org_id = t.org_id and o.deleted_at is null
join terms_versions v on v.terms_id = t.terms_id
  and v.version = coalesce(%(version)s::int, t.current_version)
where """
_BY_NAME = "(t.terms_id = %(name)s or (t.code_id is null and %(name)s in (o.org_id, o.slug)))"
_BY_CODE = """t.org_id = %(org_id)s and t.code_id is not distinct from (
  select own.code_id from terms own where own.org_id = %(org_id)s and own.code_id = %(name)s)
"""


async def find_terms(
    request: Request, name: str, version: int | None = None
) -> PublishedTerms | None:
    """Return the terms with this identifier. A code without its own has those of its organisation."""
    if not name or len(name) > MAX_NAME or "\x00" in name:
        return None
    codes = CodesState.of(request).codes
    code = await codes.find(name) if CODE_ID.match(name) else None
    if code is not None and code.deleted_at is not None:
        return None
    values: dict[str, Any] = {"name": name, "version": version}
    statement = _READ + _BY_NAME
    if code is not None:
        statement, values["org_id"] = _READ + _BY_CODE, code.org_id
    async with VisitorDatabase.of(request).pool.connection() as connection:
        cursor = await connection.cursor(row_factory=dict_row).execute(statement, values)
        row = await cursor.fetchone()
    if row is None or not is_served(row["org_id"]):
        return None
    return PublishedTerms(
        terms_id=row["terms_id"],
        org_id=row["org_id"],
        current_version=row["current_version"],
        version=row["version"],
        title=row["title"],
        body=row["body"],
        text_hash=row["text_hash"],
        published_at=row["published_at"],
        brand=Brand.of(
            row["org_id"], row["name"], row["logo"], row["brand"], row["visitor_consent"]
        ),
        code=code,
    )
