"""Messages in which somebody seems to want no more have the field's name; mails of the sandbox keep their unsubscribe
button.
"""

from alembic import op

revision = "0119"
down_revision = "0118"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.execute("""
alter table text_replies drop constraint text_replies_kind_check;
update text_replies set kind = 'opt_out_request' where kind = 'wish';
alter table text_replies add constraint text_replies_kind_check
  check (kind in ('reply', 'stop', 'start', 'help', 'opt_out_request'));
alter table sandbox_messages add column unsubscribe_url text not null default '';
create index text_conversations_waiting on text_conversations (org_id) where is_open and unread > 0;
""")
