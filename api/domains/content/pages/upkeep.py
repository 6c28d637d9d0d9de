"""What the schema's owner asks about the pages of all organisations."""

import psycopg

from runtime.settings import Settings

# The owner of the schema looks through all organisations; what is found is drawn inside its own.
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
    """Organisation and id of each published page that another renderer rendered."""
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(_OTHERS, [renderer]).fetchall()
