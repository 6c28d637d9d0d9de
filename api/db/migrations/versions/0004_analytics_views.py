"""Views that analytics may read: what organisations and codes are, apart from how they are kept.

The views run with the caller's rights, so a tenant's role sees its own rows through them and the
pipelines' role, which has a policy of its own, sees all.
"""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ROLE = """
do $$
begin
  begin
    if not exists (select from pg_roles where rolname = 'waypost_pipelines') then
      create role waypost_pipelines nologin;
    end if;
  exception when duplicate_object or unique_violation then
    null; -- another database of this server made it at the same moment
  end;
  begin
    execute format('grant waypost_pipelines to %I', current_user);
  exception when insufficient_privilege then
    null; -- an administrator made the role and granted it
  end;
end
$$;
"""

VIEWS = """
create schema analytics_v1;

create view analytics_v1.organizations with (security_invoker = true) as
  select org_id, name, time_zone, locale, week_start, is_demo
  from organizations;

create view analytics_v1.codes with (security_invoker = true) as
  select org_id, code_id, name, type, folder_id, base_code_id, properties, created_at, deleted_at
  from codes;

create policy organizations_for_pipelines on organizations for select to waypost_pipelines
  using (true);
create policy codes_for_pipelines on codes for select to waypost_pipelines using (true);

grant usage on schema public to waypost_pipelines;
grant usage on schema analytics_v1 to waypost_app, waypost_pipelines;
grant select on all tables in schema analytics_v1 to waypost_app, waypost_pipelines;
grant select (org_id, name, time_zone, locale, week_start, is_demo) on organizations
  to waypost_pipelines;
grant select (org_id, code_id, name, type, folder_id, base_code_id, properties, created_at, deleted_at)
  on codes to waypost_pipelines;
"""


def upgrade() -> None:
    op.execute(ROLE)
    op.execute(VIEWS)
