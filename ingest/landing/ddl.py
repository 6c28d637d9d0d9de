"""Table of the events that match no contract."""

DEAD_LETTERS = """
create table dead_letters (
  pos bigint primary key,
  partition integer not null,
  reason text not null,
  detail text not null,
  key text not null,
  payload bytea not null,
  recorded_at timestamptz not null default now(),
  replayed_at timestamptz
);
create index dead_letters_waiting on dead_letters (pos) where replayed_at is null;

grant select, insert, update on dead_letters to waypost_events;
"""

STATEMENTS = (DEAD_LETTERS,)
