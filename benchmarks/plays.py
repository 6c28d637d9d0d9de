"""Plays of one game per second through a web process, beside plain durable inserts in the same run.

Waypost does everything: HTTP, gates, the lock of the game, limits, the draw, stock and award, the hashed log, the event
of the outbox, the commit. All plays are of one game, so this is the rate of the most contended one. As references, the
same requests go to a bare FastAPI route that stores one row durably in a table with the columns of a log and nothing
else; and the same number of connections insert such rows without any HTTP, which shows the limit of the database alone.
Then plays come at 200 per second, to measure their latency. `CONNECTIONS` (32) of each; rounds alternate, and the
median counts.
"""

import json
import os
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import psycopg
from starlette.testclient import TestClient

from api.apps.web import create_app
from benchmarks.http_load import Load, run
from benchmarks.one_time_codes import _call, _organization
from benchmarks.report import Aim, Figure, show
from benchmarks.servers import database, server
from runtime.settings import Settings

CONNECTIONS = int(os.environ.get("CONNECTIONS", "32"))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
SECONDS = float(os.environ.get("BENCH_SECONDS", "4"))
RATE = 200.0
STOCK = 500
AGENT = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)


_INSERT = """
insert into plain (game_id, entry, org_id, line, hash) values ('game', %s, 'org', %s, %s)
"""
_LINE = "x" * 220


def main() -> list[Figure]:
    """Play a game whose stock runs out in the process, and insert plain rows; then check the stock."""
    with database() as settings:
        game_id = _game(settings)
        _prepare(settings)
        with (
            server("benchmarks.redirect_targets:waypost", settings) as port,
            server("benchmarks.redirect_targets:inserting", settings) as bare_port,
        ):
            loads: list[Load] = []
            bare: list[Load] = []
            plain: list[float] = []
            for it in (port, bare_port):
                run(it, _requests(game_id), seconds=2, connections=CONNECTIONS)
            for _ in range(ROUNDS):
                for it, kept in ((port, loads), (bare_port, bare)):
                    kept.append(
                        run(it, _requests(game_id), seconds=SECONDS, connections=CONNECTIONS)
                    )
                plain.append(_plain_rate(settings))
            requests = _requests(game_id)
            paced = run(port, requests, seconds=4 * SECONDS, connections=CONNECTIONS, rate=RATE)
        _check(settings, [*loads, paced])
    played = statistics.median(it.rate for it in loads)
    over_http = statistics.median(it.rate for it in bare)
    aim = Aim.ratio_at_least(0.4)
    p99 = paced.percentile(0.99) * 1000
    return [
        Figure(
            "plays of one game",
            played,
            "plays/s",
            over_http,
            "durable inserts/s of a bare FastAPI route",
            aim,
        ),
        Figure(
            "the same beside the database alone",
            played,
            "plays/s",
            statistics.median(plain),
            "durable inserts/s without HTTP",
        ),
        Figure(f"p99 of a play at {RATE:g} a second", p99, "ms", aim=Aim.at_most(60)),
    ]


def _game(settings: Settings) -> str:
    _, key = _organization(settings)
    headers = {"Authorization": f"Bearer {key}", "user-agent": AGENT}
    with TestClient(create_app(settings), headers=headers) as client:
        draft = {
            "name": "Wheel",
            "prizes": [{"name": "Coffee", "stock": STOCK, "odds_ppm": 300_000}],
            "limits": {"per_person_day": None},
        }
        game_id: str = _call(client, "game", **draft)["game_id"]
        _call(client, "publish-game", game_id=game_id)
    return game_id


def _requests(game_id: str) -> list[bytes]:
    """Return the plays of many visitors, each sent once."""
    made = []
    for number in range(int(max(SECONDS, 4) * 4_000)):
        body = json.dumps({"game_id": game_id, "play_id": str(uuid4()), "player_seed": "mine"})
        made.append(
            f"POST /v1/game/play-game HTTP/1.1\r\nHost: localhost\r\nUser-Agent: {AGENT}\r\n"
            f"Accept: application/json\r\nAccept-Language: en\r\nContent-Type: application/json\r\n"
            f"X-Forwarded-For: 81.{number % 200}.{number // 200 % 200}.7\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
    return made


def _prepare(settings: Settings) -> None:
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("create table plain (like game_log)")
        connection.execute("create sequence plain_entries")


def _plain_rate(settings: Settings) -> float:
    """Return the transactions of one row per second, over as many connections."""
    url = settings.database_url
    connections = [psycopg.connect(url, autocommit=True) for _ in range(CONNECTIONS)]
    until = time.perf_counter() + SECONDS

    def insert(connection: psycopg.Connection) -> int:
        count = 0
        while time.perf_counter() < until:
            connection.execute(_INSERT, [count, _LINE, "0" * 64])
            count += 1
        return count

    try:
        with ThreadPoolExecutor(CONNECTIONS) as pool:
            return sum(pool.map(insert, connections)) / SECONDS
    finally:
        for connection in connections:
            connection.close()


def _check(settings: Settings, loads: list[Load]) -> None:
    """Check that all prizes were awarded, that every play is in the log once, and that each play and award is in the
    outbox once.
    """
    statement = """
    select (select count(*) from prize_awards), (select taken from prizes), (select count(*) from game_log),
      (select plays from game_runs), (select count(*) from game_plays), (select count(*) from outbox)
    """
    with psycopg.connect(settings.database_url) as connection:
        row = connection.execute(statement).fetchone()
    assert row is not None
    awarded, taken, *kept, events = row
    answered = sum(it.statuses[200] for it in loads)
    refused = {status for it in loads for status in it.statuses} - {200}
    if (
        refused
        or (awarded, taken) != (STOCK, STOCK)
        or len({*kept, events - awarded}) != 1
        or kept[0] < answered
    ):
        raise AssertionError(f"{answered} plays answered, not {refused}; the database has {row}")


if __name__ == "__main__":
    show(main())
