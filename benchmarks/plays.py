"""Plays of a game a second through the API, beside plain durable inserts in the same run.

Ours goes the whole way: gates, the lock of the game, limits, the draw, stock and award, the hashed log, the event of
the outbox, the commit. Plays of one game are stored one after the other, so this is the rate of the most wanted game.
Beside it as many connections insert one row a transaction into a table with the columns of a log and nothing else.
`STEPS` (400) of each, by `THREADS` (8) at once.
"""

import time
from uuid import uuid4

import psycopg
from starlette.testclient import TestClient

from api.apps.web import create_app
from benchmarks.one_time_codes import _call, _organization
from benchmarks.parallel import BESIDE, STEPS, plain_rate, rate
from benchmarks.report import Figure, show
from benchmarks.servers import database
from runtime.settings import Settings

STOCK = STEPS // 4
AGENT = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)


_INSERT = """
insert into plain (game_id, entry, org_id, line, hash) values ('game', %s, 'org', %s, %s)
"""
_LINE = "x" * 220


def main() -> list[Figure]:
    """Play a game whose stock runs out on the way, and insert plain rows; then the stock must be right."""
    with database() as settings:
        _, key = _organization(settings)
        headers = {"Authorization": f"Bearer {key}", "user-agent": AGENT}
        headers |= {"accept": "text/html", "accept-language": "en"}
        with TestClient(create_app(settings), headers=headers) as client:
            draft = {
                "name": "Wheel",
                "prizes": [{"name": "Coffee", "stock": STOCK, "odds_ppm": 900_000}],
                "limits": {"per_person_day": None},
            }
            game_id = _call(client, "game", **draft)["game_id"]
            _call(client, "publish-game", game_id=game_id)
            took: list[float] = []

            def play(_number: int) -> None:
                began = time.perf_counter()
                _call(client, "game/play-game", game_id=game_id, play_id=str(uuid4()))
                took.append(time.perf_counter() - began)

            played = rate(play)
            plain = plain_rate(settings, "game_log", _INSERT, lambda it: [it, _LINE, "0" * 64])
        _check(settings)
    slow = sorted(took)[int(len(took) * 0.99)]
    return [
        Figure("plays of one game", played, "plays/s", plain, BESIDE),
        Figure("p99 of a play with all threads at once", slow * 1000, "ms"),
    ]


def _check(settings: Settings) -> None:
    """As many prizes were awarded as there are, and every play is in the log once."""
    statement = """
    select (select count(*) from prize_awards), (select taken from prizes),
      (select count(*) from game_log), (select plays from game_runs)
    """
    with psycopg.connect(settings.database_url) as connection:
        row = connection.execute(statement).fetchone()
    if row != (STOCK, STOCK, STEPS, STEPS):
        raise AssertionError(f"{STOCK} prizes in {STEPS} plays, the database has {row}")


if __name__ == "__main__":
    show(main())
