"""How soon the dashboard is usable on a slow machine, with the data of the demonstration.

Chromium's CPU is slowed down four times; its files are in its cache, and it has a session. Animations run as they do
for most people, whereas tests disable them.
*Interactive*: from opening the address until numbers and chart are drawn and the range picker, clicked as soon as they
are, shows its ranges; as a reference, a page with the same shell and no content, until its heading is there. *Quiet*:
until the main thread is then free of long tasks for half a second, measured to the beginning of that half second:
content that is off the screen is drawn by then.
*Redrawn*: from a click on a range until numbers and chart of that range are drawn, beside the response time of the API.
It is measured twice: first for a click without any warning, so that nothing was requested before it; then for a mouse
that hovers for 150 ms and presses for 80. The dashboard requests what the mouse hovers over, so part of the response
time has passed when the click comes.

Other programs affect the wall clock, so the CPU time that the page's thread has used by then is reported beside it,
together with all that it uses until it is idle (slowed down as well: four times what an unslowed machine uses).
Off-screen parts of a dashboard are drawn later; only the visible ones count. `BENCH_BOARD_URL` names a running
installation with the demonstration; without it one is started.
"""

import os
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page

from benchmarks.report import Aim, Figure, show
from benchmarks.stack import running_stack
from tests.e2e.browser import PEOPLES_CHROMIUM, chromium, log_in, new_context, settle

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
SLOWED = float(os.environ.get("BENCH_SLOWED", "4"))
RANGES = ("30day", "90day", "24hour", "1month")
OWNER = "owner@harbor-coffee.example"
BOARD = "/admin/analytics"
SHELL = "/admin/nothing-here"
POINTING_MS, PRESSING_MS = 150, 80
"""How long the mouse hovers over an entry before the press, and how long the press lasts, in milliseconds."""
AFTERWARDS_MS = 1000
"""Work after the first render counts towards the CPU time as well."""
SHELL_SHOWN = "main h1"
PICKER = "[data-testid=range-picker]"
PICKER_SHOWN = "[data-interval]"
BOARD_SHOWN = "[data-testid=kpi-scans], .trend-line"

_WATCH = """
    window.longTasks = [];
    new PerformanceObserver((list) => {
        for (const task of list.getEntries()) window.longTasks.push(task.startTime + task.duration);
    }).observe({type: 'longtask', buffered: true});
    performance.setResourceTimingBufferSize(2000);
"""
_INTERACTIVE = """([shown, picker, answer]) => new Promise((done) => {
    const parts = shown.split(', ');
    let isClicked = false;
    const look = () => {
        if (!isClicked && parts.every((part) => document.querySelector(part) !== null)) {
            isClicked = true;
            if (picker !== null) document.querySelector(picker).click();
        }
        if (isClicked && (answer === null || document.querySelector(answer) !== null)) {
            return requestAnimationFrame(() => setTimeout(() => done(performance.now())));
        }
        setTimeout(look, 10);
    };
    look();
})"""
_QUIET = """(since) => new Promise((done) => {
    const look = () => {
        const free = Math.max(since, ...window.longTasks);
        if (performance.now() - free >= 500) return done(free);
        setTimeout(look, 20);
    };
    look();
})"""
_WAIT_FOR_CHANGE = """() => {
    const answers = () => performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/v1/get-analytics'));
    const before = answers().length;
    const curve = () => document.querySelector('.trend-line')?.getAttribute('d');
    const old = curve();
    let began;
    window.redrawn = new Promise((done) => {
        const look = () => {
            const board = document.querySelector('[data-testid=kpi-scans]');
            const busy = board === null || board.closest('[aria-busy=true]') !== null;
            // Looked up last: a list of all that was ever asked, every few milliseconds, is work of its own.
            const first = !busy && curve() !== old && curve() !== undefined ? answers()[before] : undefined;
            if (first !== undefined) {
                return requestAnimationFrame(() => setTimeout(() =>
                    done([performance.now() - began, first.responseEnd - first.startTime])));
            }
            setTimeout(look, 5);
        };
        document.addEventListener('click', (event) => {
            began = event.timeStamp;
            setTimeout(look, 5);
        }, {capture: true, once: true});
    });
}"""


@dataclass(frozen=True)
class Spent:
    """The milliseconds of one opening or change."""

    clock: float
    answer: float
    """The part spent waiting for the API's response; 0 if it was not measured separately."""
    thread: float
    """The CPU time of the page's thread up to that moment."""
    all_thread: float
    """The CPU time of the page's thread until it was quiet."""
    quiet: float = 0
    """The wall-clock time until it was quiet."""


class Timings(NamedTuple):
    """All measurements."""

    shell: list[Spent]
    opened: list[Spent]
    redrawn: list[Spent]
    """Ranges clicked without hovering first."""
    pointed: list[Spent]
    """Ranges clicked by a mouse that hovers, presses and releases."""


def main() -> list[Figure]:
    """Measure in rounds: the shell alone, the dashboard, and four changes of its range."""
    with _installation() as base_url, chromium(PEOPLES_CHROMIUM) as browser:
        return _figures(_measured(browser, base_url))


def _figures(timings: Timings) -> list[Figure]:
    shell, opened, redrawn, pointed = timings
    name = f"dashboard at {SLOWED:g} × slowed CPU"
    change = "a range change redrawn"

    def clock(several: list[Spent]) -> float:
        return statistics.median(one.clock for one in several)

    def thread(several: list[Spent]) -> float:
        return statistics.median(one.thread for one in several)

    def all_thread(several: list[Spent]) -> float:
        return statistics.median(one.all_thread for one in several)

    answer = statistics.median(one.answer for one in redrawn)
    return [
        Figure(
            f"{name}: interactive",
            clock(opened),
            "ms",
            clock(shell),
            "the shell",
            Aim.at_most(2_000),
        ),
        Figure(f"{name}: interactive, fastest", min(one.clock for one in opened), "ms"),
        Figure(f"{name}: quiet", statistics.median(one.quiet for one in opened), "ms"),
        Figure(
            f"{name}: {change}", clock(redrawn), "ms", answer, "the API's answer", Aim.at_most(500)
        ),
        Figure(f"{name}: {change}, fastest", min(one.clock for one in redrawn), "ms"),
        Figure(
            f"{name}: {change}, chosen by a mouse",
            clock(pointed),
            "ms",
            statistics.median(one.answer for one in pointed),
            "the API's answer",
        ),
        Figure(
            f"{name}: interactive, page's thread until then",
            thread(opened),
            "ms of CPU",
            thread(shell),
            "the shell",
        ),
        Figure(f"{name}: opening, page's thread in all", all_thread(opened), "ms of CPU"),
        Figure(f"{name}: {change}, page's thread until then", thread(redrawn), "ms of CPU"),
        Figure(f"{name}: {change}, page's thread in all", all_thread(redrawn), "ms of CPU"),
    ]


@contextmanager
def _installation() -> Iterator[str]:
    running = os.environ.get("BENCH_BOARD_URL")
    if running:
        yield running
        return
    with running_stack() as stack:
        yield stack.base_url


def _measured(browser: Browser, base_url: str) -> Timings:
    context = new_context(browser, base_url)
    context.add_init_script(_WATCH)
    page = context.new_page()
    # As most people have it; tests disable motion
    page.emulate_media(reduced_motion="no-preference")
    log_in(page, OWNER)
    for _ in range(2):  # the second time, compiled code is cached as well
        page.goto(BOARD)
        settle(page)
    developer = context.new_cdp_session(page)
    developer.send("Performance.enable", {"timeDomain": "threadTicks"})
    developer.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    entry = Timings([], [], [], [])
    for number in range(ROUNDS):
        entry.shell.append(_open(page, developer, SHELL, SHELL_SHOWN))
        entry.opened.append(_open(page, developer, BOARD, BOARD_SHOWN, PICKER))
        for place, interval in enumerate(RANGES):
            by_hand = (place + number) % 2 == 1
            several = entry.pointed if by_hand else entry.redrawn
            several.append(_choose(page, developer, interval, by_hand))
    context.close()
    for name, several in entry._asdict().items():
        print(
            f"{name}: "
            + ", ".join(
                f"{one.clock:.0f}/{one.answer:.0f}/{one.thread:.0f}/{one.all_thread:.0f}/{one.quiet:.0f}"
                for one in several
            )
        )
    return entry


def _open(
    page: Page, developer: CDPSession, path: str, shown: str, picker: str | None = None
) -> Spent:
    # Coming from another site, the page gets a new process, whose counters start at zero.
    page.goto("about:blank")
    page.goto(path, wait_until="commit")
    answer = None if picker is None else PICKER_SHOWN
    milliseconds: float = page.evaluate(_INTERACTIVE, [shown, picker, answer])
    thread = _thread(developer)
    quiet: float = page.evaluate(_QUIET, milliseconds)
    page.wait_for_timeout(AFTERWARDS_MS)
    spent = Spent(milliseconds, 0, thread, _thread(developer), quiet)
    if picker is not None:
        page.keyboard.press("Escape")
        page.locator(PICKER_SHOWN).first.wait_for(state="detached")
    return spent


def _choose(page: Page, developer: CDPSession, interval: str, by_hand: bool) -> Spent:
    page.get_by_test_id("range-picker").click()
    entry = page.locator(f'[data-interval="{interval}"]')
    entry.wait_for()
    page.wait_for_timeout(AFTERWARDS_MS)  # a real user would need as long to find an entry
    before = _thread(developer)
    page.evaluate(_WAIT_FOR_CHANGE)
    if by_hand:
        box = entry.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2)
        page.wait_for_timeout(POINTING_MS)
        page.mouse.down()
        page.wait_for_timeout(PRESSING_MS)
        page.mouse.up()
    else:
        entry.evaluate("(one) => one.click()")
    clock, answer = page.evaluate("window.redrawn")
    thread = _thread(developer) - before
    page.wait_for_timeout(AFTERWARDS_MS)
    return Spent(clock, answer, thread, _thread(developer) - before)


def _thread(developer: CDPSession) -> float:
    """Return the CPU milliseconds that the page's thread has spent in tasks."""
    lines: list[dict[str, Any]] = developer.send("Performance.getMetrics")["metrics"]
    return 1000 * float(next(one["value"] for one in lines if one["name"] == "TaskDuration"))


if __name__ == "__main__":
    show(main())
