"""Durable scan redirects per second, spread over 1,000 codes and on a single one, against a bare redirect.

Server, Postgres and load generator share the machine; only the ratio counts. Each scan in the figures is a committed
row (fsync on), which is checked at the end.
"""

import os
import random
import statistics
from datetime import UTC, datetime

import psycopg

from benchmarks.http_load import Load, run
from benchmarks.report import Aim, Figure, show
from benchmarks.servers import database, server
from runtime.settings import Settings

CODES = 1_000
TARGETS = "benchmarks.redirect_targets"
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "9"))
SECONDS = float(os.environ.get("BENCH_SECONDS", "2.5"))
WORKERS = int(os.environ.get("BENCH_WORKERS", "1"))
AGENTS = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_{0} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.{0} Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Linux; Android 14; Pixel {0}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/12{0}.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/12{0}.0.0.0 Safari/537.36",
)


def main() -> list[Figure]:
    """Measure in rounds, so that a noisy minute affects all three alike."""
    randomness = random.Random(7)
    with database() as settings:
        codes = _make_codes(settings)
        spread, viral = _requests(randomness, codes), _requests(randomness, codes[:1])
        loads: dict[str, list[Load]] = {"bare": [], "spread": [], "viral": []}
        with (
            server(f"{TARGETS}:bare", settings, workers=WORKERS) as bare_port,
            server(f"{TARGETS}:waypost", settings, workers=WORKERS) as port,
        ):
            run(bare_port, spread, seconds=1)
            run(port, spread, seconds=2)
            _delete_scans(settings)
            for _ in range(ROUNDS):
                loads["bare"].append(run(bare_port, spread, seconds=SECONDS))
                loads["spread"].append(run(port, spread, seconds=SECONDS))
                loads["viral"].append(run(port, viral, seconds=SECONDS))
        _check_all_kept(settings, loads)
    return _figures(loads)


def _figures(loads: dict[str, list[Load]]) -> list[Figure]:
    rates = {
        name: statistics.median(load.rate for load in rounds) for name, rounds in loads.items()
    }
    waits = {
        name: statistics.median(load.percentile(0.99) for load in rounds) * 1000
        for name, rounds in loads.items()
    }
    name = f"durable scan redirect, {WORKERS} worker" + ("s" if WORKERS > 1 else "")
    bare, spread, viral = (
        "bare FastAPI redirect",
        f"{name}, {CODES:,} codes",
        f"{name}, one viral code",
    )
    return [
        Figure(spread, rates["spread"], "requests/s", rates["bare"], bare, Aim.ratio_at_least(0.6)),
        Figure(
            viral,
            rates["viral"],
            "requests/s",
            rates["spread"],
            "spread over codes",
            Aim.ratio_at_least(0.95),
        ),
        Figure(f"{spread}, p99", waits["spread"], "ms", waits["bare"], bare),
        Figure(f"{viral}, p99", waits["viral"], "ms", waits["bare"], bare),
    ]


def _make_codes(settings: Settings) -> list[str]:
    codes = [f"bench{number:05}" for number in range(CODES)]
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into organizations (org_id, slug, name) values ('org_bench', 'bench', 'Bench')"
        )
        connection.cursor().executemany(
            "insert into codes (code_id, org_id, name, type, destination) "
            "values (%s, 'org_bench', %s, 'redirect', %s)",
            [(code, code, f"https://harbor.example/{code}") for code in codes],
        )
    return codes


def _requests(randomness: random.Random, codes: list[str]) -> list[bytes]:
    """Return requests of first-time visitors from everywhere, a third of them with a campaign."""
    requests = []
    for number in range(20_000):
        agent = randomness.choice(AGENTS).format(number % 10)
        address = ".".join(str(randomness.randint(1, 223)) for _ in range(4))
        query = "?utm_source=poster&utm_campaign=autumn" if number % 3 == 0 else ""
        requests.append(
            f"GET /code/{randomness.choice(codes)}{query} HTTP/1.1\r\nHost: localhost\r\n"
            f"User-Agent: {agent}\r\nAccept: text/html,application/xhtml+xml\r\n"
            f"Accept-Language: en-US,en;q=0.9\r\nAccept-Encoding: gzip, deflate, br\r\n"
            f"X-Forwarded-For: {address}\r\n\r\n".encode()
        )
    return requests


def _delete_scans(settings: Settings) -> None:
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("truncate outbox")


def _check_all_kept(settings: Settings, loads: dict[str, list[Load]]) -> None:
    """Check that every answered redirect is a row, and that there are no other rows."""
    with psycopg.connect(settings.database_url) as connection:
        row = connection.execute("select count(*), count(distinct event_id) from outbox").fetchone()
    scans = [load for name in ("spread", "viral") for load in loads[name]]
    answered = sum(load.statuses[302] for load in scans)
    if row != (answered, answered) or any(set(load.statuses) != {302} for load in scans):
        raise SystemExit(f"{answered} redirects were answered, the outbox holds {row}")
    print(f"{answered:,} redirects answered, as many rows kept ({datetime.now(UTC):%H:%M:%S} UTC)")


if __name__ == "__main__":
    show(main())
