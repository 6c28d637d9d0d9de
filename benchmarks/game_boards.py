"""A game's leaderboard of a million players: its first page, one in the middle, and the rank of the player who requests
it.

The players are rows of the database, as their plays would have left them, with 2,000 different scores. Each response is
the whole of `BoardService.board`, in its own transaction.
"""

import hashlib
import os
import statistics
import time
from datetime import UTC, datetime

import psycopg
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from api.apps.web import create_app
from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.promotions.games.boards import BoardService
from api.domains.promotions.games.dependencies import games_of
from api.domains.promotions.games.public_schemas import GetLeaderboard
from benchmarks.one_time_codes import _call, _organization
from benchmarks.report import Aim, Figure, show
from benchmarks.servers import database
from runtime.settings import Settings

PLAYERS = int(os.environ.get("BENCH_PLAYERS", "1000000"))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "15"))

_BESTS = """
insert into game_bests (game_id, period, player, org_id, name, score, at)
select %(game)s, 's:1', md5(n::text), %(org)s, 'Player ' || n, n %% 2000, now() + n * interval '1 microsecond'
from generate_series(1, %(players)s) n
"""
_COUNTS = """
insert into game_score_counts (game_id, period, score, org_id, players)
select game_id, period, score, org_id, count(*) from game_bests group by 1, 2, 3, 4
"""


def main() -> list[Figure]:
    """Fill a leaderboard and read it."""
    with database() as settings:
        org_id, key = _organization(settings)
        with TestClient(create_app(settings), headers={"Authorization": f"Bearer {key}"}) as client:
            game_id: str = _call(client, "game", kind="tap_race", name="Race")["game_id"]
        with psycopg.connect(settings.database_url) as connection:
            values = {"game": game_id, "org": org_id, "players": PLAYERS}
            connection.execute(_BESTS, values)
            connection.execute(_COUNTS)
            connection.commit()
            connection.autocommit = True
            connection.execute("vacuum analyze game_bests")
        first, middle = (_milliseconds(settings, org_id, game_id, it) for it in (1, PLAYERS // 20))
    text = f"of a leaderboard of {PLAYERS:,} players, with the caller's rank"
    aim = Aim.at_most(50)
    return [
        Figure(f"first page {text}", first, "ms", aim=aim),
        Figure(f"page in the middle {text}", middle, "ms", aim=aim),
    ]


def _milliseconds(settings: Settings, org_id: str, game_id: str, page: int) -> float:
    engine = make_engine(settings)
    body = GetLeaderboard(game_id=game_id, interval="season", page=page, page_size=10)
    player = hashlib.md5(str(PLAYERS // 2).encode(), usedforsecurity=False).hexdigest()
    taken = []
    try:
        for _ in range(ROUNDS):
            began = time.perf_counter()
            with Session(engine) as session, session.begin():
                enter_tenant(session, org_id)
                now = datetime.now(UTC)
                boards = BoardService(session, now)
                game = games_of(session, settings, now).get(org_id, game_id)
                board = boards.board(game, [], body, player)
            taken.append(time.perf_counter() - began)
            assert board.total == PLAYERS, board.total
            assert board.me is not None
    finally:
        engine.dispose()
    return statistics.median(taken) * 1000


if __name__ == "__main__":
    show(main())
