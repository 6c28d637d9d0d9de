"""What plays need to be decided is read with one statement, under the lock of their game's run."""

from alembic import op

revision = "0154"
down_revision = "0153"
branch_labels = None
depends_on = None

# The lock comes first: what is read after it, in a statement of its own, is what the plays before have stored.
FUNCTION = """
create function open_plays(_org_id text, _game_id text, _plays uuid[], _players text[])
returns table (plays bigint, entries bigint, head text, counts jsonb, is_over boolean, season integer,
  version integer, known jsonb, players jsonb)
language plpgsql volatile set search_path = public, pg_temp as $$
begin
  perform from game_runs r where r.org_id = _org_id and r.game_id = _game_id for update;
  return query
  select r.plays, r.entries, r.head, r.counts, r.is_over, g.season, g.version,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'play_id', p.play_id, 'player', p.player, 'body_hash', p.body_hash, 'answer', p.answer)), '[]')
      from game_plays p
      where p.org_id = _org_id and p.game_id = _game_id and p.play_id = any(_plays)),
    (select coalesce(jsonb_agg(jsonb_build_object(
        'player', w.player, 'plays', w.plays, 'day', w.day, 'day_plays', w.day_plays, 'won', w.won)), '[]')
      from game_players w
      where w.org_id = _org_id and w.game_id = _game_id and w.player = any(_players))
  from game_runs r join games g on g.org_id = r.org_id and g.game_id = r.game_id
  where r.org_id = _org_id and r.game_id = _game_id;
end
$$;
revoke all on function open_plays(text, text, uuid[], text[]) from public;
grant execute on function open_plays(text, text, uuid[], text[]) to waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(FUNCTION)
