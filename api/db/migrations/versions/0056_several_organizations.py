"""A login may belong to several organisations; invitations carry the hash of a token and are accepted knowingly."""

from alembic import op

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None

MEMBERSHIPS = """
alter table memberships drop constraint memberships_user_id_key;
create index memberships_user on memberships (user_id);
"""

INVITATIONS = """
alter table invitations add token_hash text unique, add declined_at timestamptz;
drop policy invitations_to_oneself on invitations;
drop index invitations_email;
create index invitations_email on invitations (email)
  where accepted_at is null and revoked_at is null and declined_at is null;
drop function belongs_somewhere;
"""

# Both run as the schema's owner, since they tell of organisations that the session has not entered: those of
# the login, and those that invite its verified address or whose token was presented.
LOGINS = """
create function organizations_of_login() returns table (
  org_id text, name text, logo text, role text, is_demo boolean, founded_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id, o.name, o.logo, m.role, o.is_demo, o.created_at
  from memberships m join organizations o on o.org_id = m.org_id and o.deleted_at is null
  where m.user_id = current_setting('app.user_id', true)
  order by lower(o.name), o.org_id
$$;

create function presented_invitations() returns table (
  invitation_id text, org_id text, organization_name text, organization_logo text, inviter text,
  email text, role text, created_at timestamptz, expires_at timestamptz,
  accepted_at timestamptz, declined_at timestamptz, revoked_at timestamptz, token_hash text
)
language sql stable security definer set search_path = public, pg_temp as $$
  select i.invitation_id, i.org_id, o.name, o.logo, coalesce(nullif(u.name, ''), u.email),
    i.email, i.role, i.created_at, i.expires_at,
    i.accepted_at, i.declined_at, i.revoked_at, i.token_hash
  from invitations i
  join organizations o on o.org_id = i.org_id and o.deleted_at is null
  left join users u on u.user_id = i.invited_by
  where i.token_hash = current_setting('app.invitation_hash', true)
    or i.email = current_setting('app.user_email', true)
  order by i.created_at, i.invitation_id
$$;

revoke execute on function organizations_of_login, presented_invitations from public;
grant execute on function organizations_of_login, presented_invitations to waypost_app;
"""

BELONGS = """
create function belongs_somewhere(address text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from users u
    join memberships m on m.user_id = u.user_id
    join organizations o on o.org_id = m.org_id and o.deleted_at is null
    where lower(u.email) = address and u.email_verified
  )
$$;
revoke execute on function belongs_somewhere from public;
grant execute on function belongs_somewhere to waypost_app;
"""
"""What an earlier migration made and this one drops."""


def upgrade() -> None:
    """Apply."""
    op.execute(MEMBERSHIPS)
    op.execute(INVITATIONS)
    op.execute(LOGINS)


def downgrade() -> None:
    """Take back."""
    op.execute("drop function presented_invitations")
    op.execute("drop function organizations_of_login")
    op.execute("drop index invitations_email")
    op.execute("alter table invitations drop token_hash, drop declined_at")
    op.execute(
        "create policy invitations_to_oneself on invitations for select to waypost_app"
        " using (email = current_setting('app.user_email', true))"
    )
    op.execute(
        "create index invitations_email on invitations (email)"
        " where accepted_at is null and revoked_at is null"
    )
    op.execute("drop index memberships_user")
    op.execute("alter table memberships add constraint memberships_user_id_key unique (user_id)")
    op.execute(BELONGS)
