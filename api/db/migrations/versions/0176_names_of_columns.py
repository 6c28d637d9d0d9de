"""Tables, columns, indexes and functions get the names of the glossary: `custom_domains`, `notified_at`, `message`."""

from alembic import op

revision = "0176"
down_revision = "0175"
branch_labels = None
depends_on = None

NAMES = """
alter table own_domains rename to custom_domains;
alter table custom_domains rename column told_at to notified_at;
alter table destination_checks rename column told_at to notified_at;
alter table pipeline_checks rename column told_at to notified_at;
alter table pipeline_checks rename column said to message;
alter index own_domains_untold rename to custom_domains_to_report;
alter index own_domains_proven rename to custom_domains_proven;
alter index own_domains_default rename to custom_domains_default;
alter table custom_domains rename constraint own_domains_org_id_host_key to custom_domains_org_id_host_key;
alter index destination_checks_untold rename to destination_checks_to_report;
alter table destination_checks rename constraint told_while_broken to notified_while_broken;
alter function untold_domains() rename to domains_to_report;
alter function untold_destinations(timestamptz) rename to destinations_to_report;
"""

# Postgres stores the body of a function as text, which renaming leaves as it is.
BODIES = r"""
do $$
declare
  definition text;
begin
  for definition in
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prosrc ~ '\m(own_domains|told_at)\M'
  loop
    definition := regexp_replace(definition, '\mown_domains\M', 'custom_domains', 'g');
    execute regexp_replace(definition, '\mtold_at\M', 'notified_at', 'g');
  end loop;
end $$
"""


def upgrade() -> None:
    """Apply."""
    op.execute(NAMES)
    op.execute(BODIES)
