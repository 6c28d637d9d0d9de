"""Addresses and numbers of customers are sealed with their own key, and found by blind indexes.

So are those that visitors give with a promo code and those that an unfinished erasure looks for, sealed with
the installation's secret.
"""

import base64
import hmac
import json
from typing import Any

import sqlalchemy as sa
from alembic import context, op
from cryptography.fernet import Fernet

revision = "0058"
down_revision = "0057"
branch_labels = None
depends_on = None

COLUMNS = """
alter table customers
  add email_sealed text,
  add email_index bytea check (octet_length(email_index) = 32),
  -- Of the address without dots and tag, and of the last nine digits: for finding duplicates.
  add email_loose_index bytea check (octet_length(email_loose_index) = 32),
  add phone_sealed text,
  add phone_index bytea check (octet_length(phone_index) = 32),
  add phone_loose_index bytea check (octet_length(phone_loose_index) = 32);
alter table promo_uses add customer_sealed text;
"""

INDEXES = """
alter table customers
  drop column email,
  drop column phone,
  -- A profile that was merged keeps its address sealed; the kept one is found by it.
  add check ((email_sealed is not null or email_index is null)
    and (email_index is null) = (email_loose_index is null)),
  add check ((phone_sealed is not null or phone_index is null)
    and (phone_index is null) = (phone_loose_index is null));
create unique index customers_email_index on customers (org_id, email_index);
create unique index customers_phone_index on customers (org_id, phone_index);
create index customers_email_loose on customers (org_id, email_loose_index)
  where email_loose_index is not null;
create index customers_phone_loose on customers (org_id, phone_loose_index)
  where phone_loose_index is not null;
-- Dropped columns stay in the rows until the table is written again.
cluster customers using customers_of_org;
alter table customers set without cluster;
cluster promo_uses using promo_uses_pkey;
alter table promo_uses set without cluster;
cluster erasures using erasures_pkey;
alter table erasures set without cluster;
"""

# As in 0057; tables that know an address by a digest take the hashes for names.
ERASURE = """
create or replace function erase_person(
  _customers text[], _visitors text[], _addresses text[], _hashes text[])
returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  _org constant text := current_setting('app.org_id');
  _strangers text[];
  _done jsonb;
  _notes bigint;
  _n bigint;
begin
  delete from customer_notes where org_id = _org and customer_id = any(_customers);
  get diagnostics _notes = row_count;
  delete from customer_touchpoints where org_id = _org and customer_id = any(_customers);
  _done := erase_rows_of_person(_customers, _visitors, _addresses || _hashes, _hashes);
  update promo_uses set customer_sealed = null
    where org_id = _org and customer = 'erased:' || use_id and customer_sealed is not null;
  select coalesce(array_agg(lower(one)), '{}') into _strangers
    from unnest(_addresses) as one
    where not exists (
      select from memberships m join users u using (user_id)
      where m.org_id = _org and lower(u.email) = lower(one));
  delete from report_recipients where org_id = _org and email = any(_strangers);
  get diagnostics _n = row_count;
  update report_mails set email = 'erased:' || gen_random_uuid(), message = ''
    where org_id = _org and email = any(_strangers);
  _done := jsonb_set(_done, '{rows,customer_notes}', to_jsonb(_notes));
  return jsonb_set(_done, '{rows,report_recipients}', to_jsonb(_n));
end
$$;
"""

FIND = (
    "select customer_id, org_id, email, phone, sealing_key from customers"
    " where email is not null or phone is not null"
)
STORE = (
    "update customers set sealing_key = :sealing_key, email_sealed = :email_sealed,"
    " email_index = :email_index, email_loose_index = :email_loose_index,"
    " phone_sealed = :phone_sealed, phone_index = :phone_index, phone_loose_index = :phone_loose_index"
    " where customer_id = :customer_id"
)
FIND_USES = (
    "select use_id, org_id, customer_kind, customer from promo_uses"
    " where customer_kind in ('email', 'phone') and customer not like 'erased:%'"
)
STORE_USE = (
    "update promo_uses set customer = :customer, customer_sealed = :sealed where use_id = :use_id"
)
FIND_ERASURES = "select erasure_id, wanted from erasures where wanted ? 'known'"
STORE_ERASURE = "update erasures set wanted = cast(:wanted as jsonb) where erasure_id = :erasure_id"
BATCH = 1_000


def upgrade() -> None:
    """Apply."""
    op.execute(COLUMNS)
    _seal_rows(op.get_bind(), context.config.attributes["secret_key"])
    op.execute(INDEXES)
    op.execute(ERASURE)


def _seal_rows(connection: sa.Connection, secret: bytes) -> None:
    """The same values as `api.domains.people.customers.sealing` computes."""
    purpose = hmac.digest(secret, b"customer sealing keys", "sha256")
    wrap = Fernet(base64.urlsafe_b64encode(purpose))
    index_key = hmac.digest(secret, b"customer contact index", "sha256")
    rows = connection.execute(sa.text(FIND)).all()
    for start in range(0, len(rows), BATCH):
        values = [_sealed(row._mapping, wrap, index_key) for row in rows[start : start + BATCH]]
        connection.execute(sa.text(STORE), values)
    uses = connection.execute(sa.text(FIND_USES)).all()
    for use_id, org_id, kind, plain in uses:
        org_key = hmac.digest(index_key, org_id.encode(), "sha256")
        named = f"{kind}\n{plain}".encode()
        index = hmac.digest(org_key, named, "sha256").hex()
        sealed = wrap.encrypt(plain.encode()).decode()
        connection.execute(
            sa.text(STORE_USE), {"use_id": use_id, "customer": index, "sealed": sealed}
        )
    for erasure_id, wanted in connection.execute(sa.text(FIND_ERASURES)).all():
        addresses = wanted["known"]["addresses"]
        wanted["known"]["addresses"] = [wrap.encrypt(it.encode()).decode() for it in addresses]
        connection.execute(
            sa.text(STORE_ERASURE), {"erasure_id": erasure_id, "wanted": json.dumps(wanted)}
        )


def _sealed(row: Any, wrap: Fernet, index_key: bytes) -> dict[str, Any]:
    sealing_key = row["sealing_key"] or wrap.encrypt(Fernet.generate_key())
    cipher = Fernet(wrap.decrypt(bytes(sealing_key)))
    org_key = hmac.digest(index_key, row["org_id"].encode(), "sha256")
    values = {"customer_id": row["customer_id"], "sealing_key": sealing_key}
    for kind in ("email", "phone"):
        plain = row[kind]
        values[f"{kind}_sealed"] = cipher.encrypt(plain.encode()).decode() if plain else None
        for name, text in (
            ("index", plain),
            ("loose_index", _loose(kind, plain) if plain else None),
        ):
            named = f"{kind}\n{text}".encode()
            values[f"{kind}_{name}"] = hmac.digest(org_key, named, "sha256") if text else None
    return values


def _loose(kind: str, plain: str) -> str:
    if kind == "phone":
        return str(plain[-9:])
    local, _, domain = plain.rpartition("@")
    domain = "gmail.com" if domain == "googlemail.com" else domain
    return f"{local.partition('+')[0].replace('.', '')}@{domain}"
