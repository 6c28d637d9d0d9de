"""Queries across the pages of all organisations, run as the owner of the schema."""

import psycopg

from runtime.settings import Settings

# The owner of the schema searches all organisations. Each page found is rendered inside its own
# organisation.
_OTHERS = """
select p.org_id, p.page_id
from pages p
join organizations o on o.org_id = p.org_id
join page_versions v on v.page_id = p.page_id and v.version = p.published_version
where p.deleted_at is null and o.deleted_at is null
  and v.published ->> 'renderer' is distinct from %s
order by p.org_id, p.page_id
"""


def rendered_otherwise(settings: Settings, renderer: str) -> list[tuple[str, str]]:
    """Return organisation and ID of each published page that was rendered by another renderer."""
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(_OTHERS, [renderer]).fetchall()
