"""Resolved codes for the visitor's hot path: loaded once, dropped when the database says so."""

import sys
from collections.abc import Callable
from typing import Any

from psycopg.rows import dict_row

from api.db.hearing import HeardCache, Missing, Pool
from api.domains.codes.codes.inheritance import followed_columns
from api.domains.codes.codes.promo_lock import LockState
from api.domains.codes.codes.rule_sets import NO_RULES, RuleSet
from api.domains.codes.codes.types import (
    CodeKind,
    CodeState,
    OneTimeState,
    PageContent,
    ResolvedCode,
)
from api.kit.request_context import is_served
from api.rendering.visitor_pages.brand import Brand

CHANNEL = "code_changed"
SLUG_CHANNEL = "slug_changed"
MAX_ENTRIES = 50_000

_RESOLVE = f"""
select c.code_id, c.org_id, c.type, c.slug, c.name, c.base_code_id,
       {followed_columns()},
       c.version + coalesce(b.version, 0) as version,
       m.files -> -1 ->> 'key' as ai_picture,
       case when c.one_time_state in ('issued', 'opened') and w.withdrawn_at is not null
         then 'void' else c.one_time_state end as one_time_state,
       c.one_time_used_at,
       coalesce(c.deleted_at, o.deleted_at) as deleted_at,
       o.name as org_name, o.logo as org_logo, o.brand as org_brand, o.visitor_consent, o.time_zone,
       d.host as own_host
from codes c
join organizations o on o.org_id = c.org_id
left join codes b on b.code_id = c.base_code_id and b.org_id = c.org_id
left join own_domains d on d.org_id = c.org_id and d.proven_at is not null
  and case
    when c.on_product_host then false
    when c.domain_id is not null then d.domain_id = c.domain_id
    when b.on_product_host then false
    when b.domain_id is not null then d.domain_id = b.domain_id
    else d.is_default
  end
left join code_batches w on w.batch_id = c.batch_id
left join media m on m.media_id = c.ai_media_id and m.org_id = c.org_id
where c.code_id = %s
"""
_RESOLVE_SLUG = "select code_id from code_slugs where slug = %s"


class ResolvedCodes(HeardCache[ResolvedCode]):
    """Codes by id, of any organisation, as opening them needs them."""

    def __init__(self, pool: Pool, listen_url: str, monotonic: Callable[[], float]) -> None:
        super().__init__(pool, listen_url, CHANNEL, self._read, monotonic, max_entries=MAX_ENTRIES)

    def peek(self, key: str) -> ResolvedCode | Missing | None:
        """What is known without asking; on an organisation's own host, others' codes are not there."""
        known = super().peek(key)
        if isinstance(known, ResolvedCode) and not is_served(known.org_id):
            return None
        return known

    async def find(self, key: str) -> ResolvedCode | None:
        """The code, or None when there is none that is served where the request came to."""
        found = await super().find(key)
        return found if found is None or is_served(found.org_id) else None

    async def _read(self, code_id: str) -> ResolvedCode | None:
        async with self._pool.connection() as connection:
            cursor = await connection.cursor(row_factory=dict_row).execute(_RESOLVE, (code_id,))
            row = await cursor.fetchone()
        return _resolved(row) if row is not None else None


class ResolvedSlugs(HeardCache[str]):
    """Ids of codes by the names that they open under, in lower case."""

    def __init__(self, pool: Pool, listen_url: str, monotonic: Callable[[], float]) -> None:
        super().__init__(
            pool, listen_url, SLUG_CHANNEL, self._read, monotonic, max_entries=MAX_ENTRIES
        )

    async def _read(self, slug: str) -> str | None:
        async with self._pool.connection() as connection:
            cursor = await connection.execute(_RESOLVE_SLUG, (slug,))
            row = await cursor.fetchone()
        return row[0] if row is not None else None


def _resolved(row: dict[str, Any]) -> ResolvedCode:
    content, look = row["content"], row["org_brand"]
    return ResolvedCode(
        code_id=row["code_id"],
        org_id=row["org_id"],
        kind=CodeKind(row["type"]),
        slug=row["slug"],
        name=row["name"],
        destination=row["destination"],
        forwards_query=row["forwards_query"],
        app_links=row["app_links"],
        content=PageContent(**content),
        brand=Brand.of(
            row["org_id"], row["org_name"], row["org_logo"], look, row["visitor_consent"]
        ),
        base_code_id=row["base_code_id"],
        state=CodeState(row["state"]),
        active_from=row["active_from"],
        active_until=row["active_until"],
        fallback_url=row["fallback_url"],
        expired_url=row["expired_url"],
        deleted_at=row["deleted_at"],
        rules=RuleSet.read(row["rules"]) if row["rules"] else NO_RULES,
        time_zone=row["time_zone"],
        width=row["width"],
        height=row["height"],
        design=_with_shared_logo(row["design"]),
        ai_picture=row["ai_picture"],
        version=row["version"],
        password_hash=row["password_hash"],
        password_epoch=row["password_epoch"],
        scan_limit=row["scan_limit"],
        visitor_limit=row["visitor_limit"],
        promo_lock=LockState.from_json(row["promo_lock"]) if row["promo_lock"] else None,
        one_time=OneTimeState(row["one_time_state"]) if row["one_time_state"] else None,
        used_at=row["one_time_used_at"],
        own_host=row["own_host"],
    )


def _with_shared_logo(design: dict[str, Any]) -> dict[str, Any]:
    """Thousands of children carry their base's logo: they share one text of it in memory."""
    logo = design.get("logo")
    if logo:
        logo["image"] = sys.intern(logo["image"])
    return design
