"""The list of 10,000 codes in a browser: opened, paged, sorted, searched and scrolled, with 100 rows on a page.

For each action, it measures the time from the click until the resulting rows are drawn with their numbers, and the CPU
time of the page's thread until then, which other programs on the machine hardly affect. For scrolling, it measures the
smoothness while a mouse wheel moves through 100 rows. `BENCH_SLOWED` slows Chromium's CPU down, by default four times
as on a weak laptop. `BENCH_CODES_URL` and `BENCH_CODES_DATABASE` name a running installation with the demonstration;
without them one is started. The codes are seeded with SQL into the demonstration's organisation, and removed
afterwards.
"""

import os
import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from playwright.sync_api import CDPSession, Page, sync_playwright

from benchmarks.report import Aim, Figure, show
from runtime.demo.harbor_coffee import HARBOR_COFFEE
from tests.e2e.browser import PEOPLES_CHROMIUM, log_in, new_context, settle
from tests.support.installation import installed

CODES = 10_000
SLOWED = float(os.environ.get("BENCH_SLOWED", "4"))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
OWNER = "owner@harbor-coffee.example"
LIST = "/admin/my-codes?pageSize=100"
WHEEL, WHEELS = 240, 28
"""The pixels of one turn of the wheel, and the number of turns through 100 rows."""

PATIENCE_MS = 60_000
"""Longer than any action may take, so that a missing result is an error and does not hang."""

_ROWS = """() => [...document.querySelectorAll('main [role=row][data-id]')].map((one) => one.dataset.id).join()"""
_WATCH_ROWS = """() => {
    const rows = () =>
        [...document.querySelectorAll('main [role=row][data-id]')].map((one) => one.dataset.id).join();
    const before = rows();
    window.drawn = new Promise((done, fail) => {
        let began;
        setTimeout(() => fail(new Error('no other rows came')), PATIENCE);
        const look = () => {
            const now = rows();
            const isBusy = document.querySelector('main .MuiSkeleton-root, main [aria-busy=true]') !== null;
            if (now !== '' && now !== before && !isBusy) {
                return requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
            }
            setTimeout(look, 10);
        };
        const start = (event) => {
            if (began === undefined) {
                began = event.timeStamp;
                look();
            }
        };
        for (const kind of ['click', 'input']) {
            document.addEventListener(kind, start, {capture: true, once: true});
        }
    });
    window.drawn.catch(() => undefined);
}""".replace("PATIENCE", str(PATIENCE_MS))
_WATCH_FRAMES = """() => {
    window.frames_seen = [];
    let before = performance.now();
    const next = (now) => {
        window.frames_seen.push(now - before);
        before = now;
        window.watching = requestAnimationFrame(next);
    };
    window.watching = requestAnimationFrame(next);
}"""
_TO_THE_TOP = "() => { document.querySelector('.MuiDataGrid-virtualScroller').scrollTop = 0; scrollTo(0, 0); }"
_FRAMES = "() => { cancelAnimationFrame(window.watching); return window.frames_seen.slice(1); }"


Act = Callable[[Page], object]
ACTIONS: dict[str, Act] = {
    "the next page": lambda page: page.get_by_role("button", name="Go to next page").click(),
    "sorted by name": lambda page: page.get_by_role("columnheader", name="Name").click(),
    "sorted by scans": lambda page: page.get_by_role("columnheader", name="Scans, 30 days").click(),
    "searched": lambda page: page.get_by_label("Search", exact=True).fill("poster 77"),
}
"""In this order, each action shows other rows than the one before."""


def main() -> list[Figure]:
    """Measure each action several times; the median counts."""
    with (
        _installation() as (base_url, database_url),
        _codes(database_url),
        sync_playwright() as playwright,
    ):
        # With all compilers, as users have them; tests run without.
        browser = playwright.chromium.launch(
            executable_path=PEOPLES_CHROMIUM, args=["--no-sandbox"]
        )
        page = new_context(browser, base_url).new_page()
        log_in(page, OWNER)
        developer = page.context.new_cdp_session(page)
        developer.send("Performance.enable", {"timeDomain": "threadTicks"})
        developer.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        figures = [*_changes(page, developer), *_scrolling(page)]
        browser.close()
    return figures


def _changes(page: Page, developer: CDPSession) -> Iterator[Figure]:
    waits: dict[str, list[float]] = {name: [] for name in ACTIONS}
    work: dict[str, list[float]] = {name: [] for name in ACTIONS}
    for _ in range(ROUNDS + 1):
        page.goto(LIST)
        settle(page)
        for name, act in ACTIONS.items():
            page.evaluate(_WATCH_ROWS)
            before = _thread(developer)
            act(page)
            waits[name].append(float(page.evaluate("window.drawn")))
            work[name].append(_thread(developer) - before)
    for name in ACTIONS:
        title = f"screen of {CODES:,} codes at {SLOWED:g} × slowed CPU, {name}"
        # The first round fills the caches for the later ones.
        yield Figure(title, statistics.median(waits[name][1:]), "ms", aim=Aim.at_most(1_500))
        spent = statistics.median(work[name][1:])
        yield Figure(f"{title}: page's thread", spent, "ms of CPU")


def _thread(developer: CDPSession) -> float:
    """Return the CPU time that the page's thread has used, in milliseconds."""
    metrics = developer.send("Performance.getMetrics")["metrics"]
    return next(1000 * float(it["value"]) for it in metrics if it["name"] == "TaskDuration")


def _scrolling(page: Page) -> Iterator[Figure]:
    page.goto(LIST)
    settle(page)
    assert page.evaluate(_ROWS)
    page.mouse.move(800, 600)
    longest, frames = [], []
    for _ in range(ROUNDS):
        page.evaluate(_TO_THE_TOP)
        page.evaluate(_WATCH_FRAMES)
        for _ in range(WHEELS):
            page.mouse.wheel(0, WHEEL)
            page.wait_for_timeout(32)
        seen: list[float] = page.evaluate(_FRAMES)
        longest.append(max(seen))
        frames += seen
    title = f"screen of {CODES:,} codes at {SLOWED:g} × slowed CPU, 100 rows scrolled"
    late = sum(frame > 50 for frame in frames) / len(frames)
    yield Figure(f"{title}: longest frame", statistics.median(longest), "ms", aim=Aim.at_most(200))
    yield Figure(f"{title}: frames over 50 ms", 100 * late, "%", aim=Aim.at_most(5))


@contextmanager
def _installation() -> Iterator[tuple[str, str]]:
    running, database = os.environ.get("BENCH_CODES_URL"), os.environ.get("BENCH_CODES_DATABASE")
    if running and database:
        yield running, database
        return
    with tempfile.TemporaryDirectory() as folder, installed(Path(folder)) as product:
        product.start(demo=True)
        yield product.url(""), product.database_url()


@contextmanager
def _codes(database_url: str) -> Iterator[None]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "insert into codes (code_id, org_id, name, type, destination, tags, created_at)"
            " select 'L' || lpad(n::text, 9, '0'), %s, 'Poster ' || n, 'redirect',"
            " 'https://a.example/' || n, case when n %% 50 = 0 then array['summer'] else '{}' end,"
            " now() - n * interval '1 minute' from generate_series(1, %s) n",
            [HARBOR_COFFEE.org_id, CODES],
        )
        connection.execute("analyze codes")
        try:
            yield
        finally:
            connection.execute(
                "delete from codes where name like 'Poster %' and code_id like 'L0%'"
            )


if __name__ == "__main__":
    show(main())
