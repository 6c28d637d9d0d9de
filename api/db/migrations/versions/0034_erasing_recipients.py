"""Whoever is erased gets no reports by mail any more, and no list of recipients names them."""

from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

# What 0021 does stays as it is, under a name that nobody calls from outside. A colleague who happens to
# be a customer goes on getting reports: those belong to their login, which is not erased.
STATEMENTS = """
alter function erase_person(text[], text[], text[], text[]) rename to erase_rows_of_person;
revoke all on function erase_rows_of_person(text[], text[], text[], text[]) from waypost_app;

create function erase_person(_customers text[], _visitors text[], _addresses text[], _hashes text[])
returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  _org constant text := current_setting('app.org_id');
  _strangers text[];
  _done jsonb;
  _n bigint;
begin
  _done := erase_rows_of_person(_customers, _visitors, _addresses, _hashes);
  select coalesce(array_agg(lower(one)), '{}') into _strangers
    from unnest(_addresses) as one
    where not exists (
      select from memberships m join users u using (user_id)
      where m.org_id = _org and lower(u.email) = lower(one));
  delete from report_recipients where org_id = _org and email = any(_strangers);
  get diagnostics _n = row_count;
  update report_mails set email = 'erased:' || gen_random_uuid(), message = ''
    where org_id = _org and email = any(_strangers);
  return jsonb_set(_done, '{rows,report_recipients}', to_jsonb(_n));
end
$$;
revoke all on function erase_person(text[], text[], text[], text[]) from public;
grant execute on function erase_person(text[], text[], text[], text[]) to waypost_app;
"""


def upgrade() -> None:
    op.execute(STATEMENTS)
