"""Uses of passes, each once."""

from alembic import op

revision = "0086"
down_revision = "0085"
branch_labels = None
depends_on = None

TABLES = """
alter table passes
  -- How often it can be redeemed; null: as often as its holder comes.
  add column max_uses integer check (max_uses between 1 and 1000000),
  add column uses integer not null default 0 check (uses >= 0 and (max_uses is null or uses <= max_uses));
update passes set max_uses = 1 where content ->> 'style' in ('coupon', 'event_ticket');
-- The hash, as a message may be longer than an index holds.
create index passes_by_barcode on passes (org_id, md5(content #>> '{barcode,message}'));

create table pass_redemptions (
  redemption_id text primary key,
  org_id text not null,
  pass_id text not null,
  idempotency_key text not null check (length(idempotency_key) between 1 and 100),
  use_number integer not null check (use_number > 0),
  -- Whether it was the last use, which made the pass void.
  made_void boolean not null,
  redeemed_at timestamptz not null,
  redeemed_by text,
  undone_at timestamptz,
  unique (org_id, pass_id, idempotency_key),
  foreign key (org_id, pass_id) references passes (org_id, pass_id) on delete cascade
);
create index pass_redemptions_of_pass on pass_redemptions (org_id, pass_id, redeemed_at desc);

alter table pass_redemptions enable row level security;
create policy pass_redemptions_of_own on pass_redemptions to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update on pass_redemptions to waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TABLES)
