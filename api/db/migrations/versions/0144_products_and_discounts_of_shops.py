"""Products of shops on pages, discounts of shops that end with their promo codes, and codes by where they lead."""

from alembic import op

revision = "0144"
down_revision = "0143"
branch_labels = None
depends_on = None

PRODUCTS = """
create table shop_products (
  org_id text not null references organizations on delete cascade,
  vendor text not null,
  -- The vendor's number of it; pages name it by this.
  product_id text not null check (product_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  name text not null,
  price_cents bigint not null check (price_cents >= 0),
  currency text not null,
  url text,
  -- Where the shop has its picture, and our own copy of it.
  picture_source text,
  picture_url text,
  is_available boolean not null,
  -- Null: the shop said that it changed, and was not asked since.
  checked_at timestamptz,
  changed_at timestamptz not null,
  -- The change that pages show.
  drawn_at timestamptz not null,
  primary key (org_id, vendor, product_id)
);
create index shop_products_to_check on shop_products (checked_at nulls first);
create index shop_products_to_draw on shop_products (org_id) where drawn_at < changed_at;
"""

DISCOUNTS = """
create table shop_discounts (
  org_id text not null,
  connection_id text not null,
  -- The vendor's id of it.
  discount_id text not null,
  code_id text not null,
  batch_id text,
  state text not null check (state in ('on', 'off')),
  created_at timestamptz not null,
  -- Promo codes that were withdrawn before are taken out of it.
  synced_at timestamptz not null,
  ended_at timestamptz,
  primary key (connection_id, discount_id),
  foreign key (org_id, connection_id) references connections (org_id, connection_id)
    on delete cascade
);
create index shop_discounts_on on shop_discounts (org_id) where state = 'on';
create index promo_codes_withdrawn on promo_codes (org_id, code_id, withdrawn_at)
  where withdrawn_at is not null;
"""

DESTINATIONS = """
create index codes_by_destination on codes (org_id, left(destination, 200) text_pattern_ops)
  where destination is not null and deleted_at is null
"""


def upgrade() -> None:
    """Apply."""
    op.execute(PRODUCTS)
    op.execute(DISCOUNTS)
    for table in ("shop_products", "shop_discounts"):
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant select, insert, update, delete on {table} to waypost_app")
    op.execute(DESTINATIONS)
