"""Public pages of passes, and offers from which visitors get a pass of their own."""

from alembic import op

revision = "0085"
down_revision = "0084"
branch_labels = None
depends_on = None

TABLES = """
create table pass_offers (
  offer_id text primary key,
  org_id text not null references organizations on delete cascade,
  -- The pass that each visitor gets a copy of.
  pass_id text not null,
  most integer not null check (most between 1 and 1000000),
  given integer not null default 0 check (given between 0 and most),
  created_at timestamptz not null,
  created_by text,
  unique (org_id, offer_id),
  foreign key (org_id, pass_id) references passes (org_id, pass_id) on delete cascade
);
create index pass_offers_of_pass on pass_offers (org_id, pass_id);

alter table passes
  add column offer_id text,
  -- Who got it: erased with them.
  add column visitor_id text,
  add foreign key (org_id, offer_id) references pass_offers (org_id, offer_id) on delete set null (offer_id);
create unique index passes_of_visitor on passes (org_id, offer_id, visitor_id) where offer_id is not null;
create index passes_by_visitor on passes (org_id, visitor_id) where visitor_id is not null;

alter table pass_offers enable row level security;
create policy pass_offers_of_own on pass_offers to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update on pass_offers to waypost_app;
"""

# Visitors know the address of a pass; everything else is read inside the organisation whose pass that is.
VISITORS = """
create policy passes_for_visitors on passes for select to waypost_visitor using (true);
grant select (pass_id, org_id) on passes to waypost_visitor;
create policy pass_offers_for_visitors on pass_offers for select to waypost_visitor using (true);
grant select (offer_id, org_id) on pass_offers to waypost_visitor;
"""

ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  delete from passes where org_id = _org and visitor_id = any(_visitors);\\n');
end
$do$;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TABLES)
    op.execute(VISITORS)
    op.execute(ERASURE)
