"""Time to the first byte of a published page with a form, against a bare HTML route with the same bytes.

Waypost's page is a recorded visit (a committed row), filled and signed for each visitor; the bare route stores nothing.
There are a few visitors at a time, as is usual for pages, and both alternate in rounds.
"""

import asyncio
import gzip
import os
import time
from pathlib import Path

import orjson
import psycopg

from api.domains.content.page_blocks.blocks import read_page
from api.domains.content.pages.lifespan import RENDERER
from api.domains.content.pages.publishing import Publisher
from api.domains.content.pages.rendering import NodeRenderer
from api.domains.content.pages.starters import sign_up_page
from api.rendering.visitor_pages.brand import Brand
from benchmarks.report import Aim, Figure, percentile, show
from benchmarks.servers import database, server
from runtime.settings import Settings

CODE = "benchpage1"
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "9"))
SECONDS = float(os.environ.get("BENCH_SECONDS", "2.0"))
VISITORS = 4
REQUEST = (
    f"GET /code/{CODE} HTTP/1.1\r\nHost: localhost\r\n"
    "User-Agent: Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/126.0.0.0 Mobile Safari/537.36\r\nAccept: text/html\r\n"
    "Accept-Language: en-US,en;q=0.9\r\nX-Forwarded-For: 81.2.69.{}\r\n\r\n"
)


def main() -> list[Figure]:
    """Measure in rounds, so that a noisy minute affects both alike."""
    waits: dict[str, list[float]] = {"bare": [], "waypost": []}
    with database() as settings:
        _publish(settings)
        file = Path(settings.var_dir).parent / "page.html"
        with server("benchmarks.redirect_targets:waypost", settings, BENCH_PAGE=str(file)) as port:
            html = asyncio.run(_once(port))
            file.write_bytes(html)
            with server(
                "benchmarks.page_targets:bare", settings, BENCH_PAGE=str(file)
            ) as bare_port:
                for number in range(ROUNDS + 1):
                    bare = asyncio.run(_load(bare_port))
                    ours = asyncio.run(_load(port))
                    if number:  # the first round is a warm-up for both
                        waits["bare"] += bare
                        waits["waypost"] += ours
    return _figures(waits, html)


def _figures(waits: dict[str, list[float]], html: bytes) -> list[Figure]:
    name, bare = "page with a form, time to first byte", "bare FastAPI HTML route"
    return [
        Figure(
            f"{name}, p{share * 100:.0f}",
            percentile(waits["waypost"], share) * 1000,
            "ms",
            percentile(waits["bare"], share) * 1000,
            bare,
            Aim.at_most(100) if share == 0.99 else None,
        )
        for share in (0.5, 0.99)
    ] + [
        Figure("page with a form, HTML", len(html) / 1000, "kB", aim=Aim.at_most(30)),
        Figure("page with a form, HTML compressed", len(gzip.compress(html, 6)) / 1000, "kB"),
    ]


def _publish(settings: Settings) -> None:
    page = read_page(sign_up_page())
    published = Publisher(NodeRenderer(RENDERER)).publish(page, Brand("Bench"), "page_bench", CODE)
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into organizations (org_id, slug, name) values ('org_bench', 'bench', 'Bench')"
        )
        connection.execute(
            "insert into codes (code_id, org_id, name, type) values (%s, 'org_bench', 'x', 'form')",
            [CODE],
        )
        blocks = orjson.dumps(page.dump()).decode()
        connection.execute(
            "insert into pages (page_id, org_id, code_id, name, draft, published_version,"
            " published_at) values ('page_bench', 'org_bench', %s, 'Bench', %s, 1, now())",
            [CODE, blocks],
        )
        connection.execute(
            "insert into page_versions (org_id, page_id, version, name, blocks, published,"
            " published_at) values ('org_bench', 'page_bench', 1, 'Bench', %s, %s, now())",
            [blocks, orjson.dumps(published).decode()],
        )


async def _once(port: int) -> bytes:
    """Return the page's body."""
    _, body = await _get(*await asyncio.open_connection("127.0.0.1", port), 1)
    if b"<form" not in body:
        raise SystemExit("the page shows no form")
    return body


async def _load(port: int) -> list[float]:
    """Return the times to the first byte of some consecutive visitors."""
    waits: list[float] = []
    end = time.perf_counter() + SECONDS

    async def visitor(number: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while time.perf_counter() < end:
            number += 1
            waits.append((await _get(reader, writer, number % 250 + 1))[0])
        writer.close()

    await asyncio.gather(*(visitor(number * 50) for number in range(VISITORS)))
    return waits


async def _get(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: int
) -> tuple[float, bytes]:
    began = time.perf_counter()
    writer.write(REQUEST.format(host).encode())
    first = await reader.readexactly(1)
    waited = time.perf_counter() - began
    head = (first + await reader.readuntil(b"\r\n\r\n")).lower()
    if not head.startswith(b"http/1.1 200"):
        raise SystemExit(head.decode(errors="replace"))
    length = int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0])
    return waited, await reader.readexactly(length)


if __name__ == "__main__":
    show(main())
