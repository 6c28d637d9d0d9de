"""Scans, and another organisation's `GET /v1/me`, alone and beside eight large pictures requested by one viewer.

Calls are made at a fixed pace, so that both halves of a round make the same requests. The halves alternate, so that a
noisy minute affects both alike.
"""

import asyncio
import os
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import httpx2
import psycopg

from api.auth.keys import hash_key, new_key, shown_prefix
from benchmarks.report import Aim, Figure, percentile, show
from benchmarks.servers import database, server
from runtime.settings import Settings

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
SECONDS = float(os.environ.get("BENCH_SECONDS", "10"))
DRAWN_AT_ONCE = 8
SIDE = int(os.environ.get("BENCH_SIDE", "4000"))
SCANS_EVERY, ME_EVERY = 0.04, 0.2
CODES = 200
SETTLED_IN = 2.0
"""Seconds after which everything that the drawings have started is in progress or finished."""

AIM = Aim("ratio", 1.5, "at most")


@dataclass
class Waits:
    """The response times in seconds, refusals included, and the statuses of the drawings."""

    scan: list[float] = field(default_factory=list)
    me: list[float] = field(default_factory=list)
    refused: int = 0
    """The number of 503 responses, which a machine that is busy with other work gives too."""
    pictures: Counter[int] = field(default_factory=Counter)


def main() -> list[Figure]:
    """Measure in rounds, half of each alone and half beside the drawings."""
    with database() as settings:
        codes = _make_codes(settings)
        harbor, northwind = (_make_viewer(settings, name) for name in ("harbor", "northwind"))
        with server("benchmarks.redirect_targets:waypost", settings) as port:
            alone, beside = asyncio.run(_measure(port, codes, harbor, northwind))
    print(f"drawings were answered {dict(beside.pictures)}")
    return [
        *_figures("scan", alone.scan, beside.scan),
        *_figures("/v1/me of another organisation", alone.me, beside.me),
        Figure("refused beside", beside.refused, "answers", alone.refused, "alone"),
        Figure(
            f"pictures of {SIDE:,} px drawn meanwhile",
            beside.pictures[200],
            f"in {ROUNDS * (SECONDS + SETTLED_IN):g} s",
        ),
    ]


def _figures(name: str, alone: list[float], beside: list[float]) -> list[Figure]:
    return [
        Figure(
            f"{name} beside {DRAWN_AT_ONCE} drawings, {result}",
            percentile(beside, share) * 1000,
            "ms",
            percentile(alone, share) * 1000,
            "alone",
            AIM,
        )
        for share, result in ((0.5, "median"), (0.99, "p99"))
    ]


async def _measure(port: int, codes: list[str], harbor: str, northwind: str) -> tuple[Waits, Waits]:
    alone, beside = Waits(), Waits()
    async with httpx2.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", timeout=120, follow_redirects=False
    ) as client:
        await _ask(client, codes, northwind, Waits())  # opens everything once
        async with _drawing(client, harbor, Waits()):
            await asyncio.sleep(SETTLED_IN)
        for _ in range(ROUNDS):
            await asyncio.sleep(SETTLED_IN)
            await _ask(client, codes, northwind, alone)
            async with _drawing(client, harbor, beside):
                await asyncio.sleep(SETTLED_IN)
                await _ask(client, codes, northwind, beside)
    return alone, beside


async def _ask(client: httpx2.AsyncClient, codes: list[str], key: str, waits: Waits) -> None:
    randomness = random.Random(7)

    async def timed(path: str, headers: dict[str, str], expected: int, taken: list[float]) -> None:
        began = time.perf_counter()
        answer = await client.get(path, headers=headers)
        taken.append(time.perf_counter() - began)
        if answer.status_code == 503:
            waits.refused += 1
        elif answer.status_code != expected:
            raise SystemExit(f"{path}: {answer.status_code} {answer.text[:300]}")

    async def scan() -> None:
        address = ".".join(str(randomness.randint(1, 223)) for _ in range(4))
        headers = {"X-Forwarded-For": address, "User-Agent": "Mozilla/5.0 (iPhone)"}
        await timed(f"/code/{randomness.choice(codes)}", headers, 302, waits.scan)

    async def me() -> None:
        await timed("/v1/me", {"Authorization": f"Bearer {key}"}, 200, waits.me)

    await asyncio.gather(_paced(scan, SCANS_EVERY), _paced(me, ME_EVERY))


async def _paced(ask: Callable[[], Coroutine[None, None, None]], every: float) -> None:
    """Start a call each time one is due, whether the last one has finished or not."""
    ends = time.perf_counter() + SECONDS
    due = time.perf_counter()
    async with asyncio.TaskGroup() as asked:
        while due < ends:
            asked.create_task(ask())
            due += every
            await asyncio.sleep(max(0.0, due - time.perf_counter()))


@asynccontextmanager
async def _drawing(client: httpx2.AsyncClient, key: str, waits: Waits) -> AsyncIterator[None]:
    """Run eight callers with one key, each of which requests the next picture as soon as it has the last."""
    body = {"content": "https://qr.example/code/a", "width": SIDE, "height": SIDE, "format": "png"}

    async def draw() -> None:
        while True:
            answer = await client.post(
                "/v1/gen-qr", json=body, headers={"Authorization": f"Bearer {key}"}
            )
            waits.pictures[answer.status_code] += 1
            if answer.status_code != 200:
                await asyncio.sleep(0.2)

    drawers = [asyncio.create_task(draw()) for _ in range(DRAWN_AT_ONCE)]
    try:
        yield
    finally:
        for drawer in drawers:
            drawer.cancel()
        for drawer in drawers:
            with suppress(asyncio.CancelledError):
                await drawer


def _make_codes(settings: Settings) -> list[str]:
    codes = [f"bench{number:05}" for number in range(CODES)]
    with psycopg.connect(settings.database_url) as connection:
        connection.cursor().executemany(
            "insert into organizations (org_id, slug, name) values (%s, %s, %s)",
            [(f"org_{name}", name, name) for name in ("harbor", "northwind")],
        )
        connection.cursor().executemany(
            "insert into codes (code_id, org_id, name, type, destination) "
            "values (%s, 'org_northwind', %s, 'redirect', %s)",
            [(code, code, f"https://northwind.example/{code}") for code in codes],
        )
    return codes


def _make_viewer(settings: Settings, name: str) -> str:
    key = new_key()
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into api_keys (key_id, org_id, name, role, prefix, key_hash)"
            " values (%s, %s, 'Benchmark', 'viewer', %s, %s)",
            [f"key_{name}", f"org_{name}", shown_prefix(key), hash_key(key)],
        )
    return key


if __name__ == "__main__":
    show(main())
