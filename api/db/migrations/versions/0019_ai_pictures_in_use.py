"""Codes whose picture is one of the studio's: the code itself says so, since it is what is served."""

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

COLUMN = """
alter table codes add column ai_media_id text references media on delete set null;
update codes set ai_media_id = p.media_id
  from ai_pictures p
  where p.code_id = codes.code_id and p.org_id = codes.org_id;
create unique index codes_of_ai_media on codes (ai_media_id) where ai_media_id is not null;
alter table ai_pictures drop column code_id;
"""

POLICIES = """
create policy media_for_visitors on media for select to waypost_visitor using (source = 'ai');
grant select (media_id, org_id, source, files) on media to waypost_visitor;
grant select (ai_media_id) on codes to waypost_visitor;
"""


def upgrade() -> None:
    op.execute(COLUMN)
    op.execute(POLICIES)
