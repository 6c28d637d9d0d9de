"""Reads codes for visitors, with the visitors' database role."""

from typing import Any

from psycopg.rows import dict_row

from api.db.invalidation import Pool
from api.domains.codes.codes.inheritance import followed_columns

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
       d.host as own_host,
       (select array_agg(host) from connections s, unnest(s.hosts) host
        where s.org_id = c.org_id and s.hosts <> '{{}}' and s.status <> 'removed') as shop_hosts
from codes c
join organizations o on o.org_id = c.org_id
left join codes b on b.code_id = c.base_code_id and b.org_id = c.org_id
left join custom_domains d on d.org_id = c.org_id and d.proven_at is not null
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


async def find_with_base(pool: Pool, code_id: str) -> dict[str, Any] | None:
    """Return a code of any organisation with the values that it inherits from its base, its organisation and
    its host.
    """
    async with pool.connection() as connection:
        cursor = await connection.cursor(row_factory=dict_row).execute(_RESOLVE, (code_id,))
        return await cursor.fetchone()


async def find_code_id(pool: Pool, slug: str) -> str | None:
    """Return the ID of the code with this slug, which must be in lower case."""
    async with pool.connection() as connection:
        row = await (await connection.execute(_RESOLVE_SLUG, (slug,))).fetchone()
    return str(row[0]) if row is not None else None
