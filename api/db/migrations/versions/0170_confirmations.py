"""Emails that ask to confirm a consent are messages. Like passcodes, neither they nor tests count towards a plan."""

from alembic import op

revision = "0170"
down_revision = "0169"
branch_labels = None
depends_on = None

SOURCES = """
alter table messages drop constraint messages_source_check, add constraint messages_source_check check (
  source in ('campaign', 'automation', 'single', 'reply', 'passcode', 'confirmation', 'receipt', 'test'))
"""

USED = """
create or replace function messages_used(_org text, _since timestamptz) returns bigint
language sql volatile security definer set search_path = public, pg_temp as $$
  select count(*) from messages
  where org_id = _org and created_at >= _since and state not in ('refused', 'cancelled', 'failed')
    and source not in ('passcode', 'confirmation', 'test')
$$
"""


def upgrade() -> None:
    """Apply."""
    op.execute(SOURCES)
    op.execute(USED)
    op.execute("alter table consent_mails drop column state")
