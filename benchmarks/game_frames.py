"""Frames per second while each of the six games is played on a phone, and the cost of a frame on the page's thread.

Animations run as they do for most people. Frames are counted from the press of the button (for rounds: from their first
input) until the result of the motion is shown.

The CPU is slowed down four times (`BENCH_SLOWED`), which turns a fast desktop into a mid-range phone, and then as far
as Lighthouse's guide advises for this machine, by the benchmark index that Lighthouse computes: the aims are for the
second (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-the-cpu-slowdown). Other
programs and rendering without a GPU cost frames, so each figure is reported beside the frames of an empty page with one
small moving square, slowed down in the same way. Below 16.7 ms the page's thread can draw 60 frames per second.
"""

import os
import statistics
import subprocess
from collections.abc import Callable
from typing import Any, NamedTuple

import httpx2
from playwright.sync_api import Browser, CDPSession, Page

from benchmarks.board import SLOWED
from benchmarks.kills import APP
from benchmarks.lighthouse import INSTALL, install
from benchmarks.one_time_codes import _organization
from benchmarks.report import Aim, Figure, show
from benchmarks.servers import database, server
from tests.e2e.browser import PEOPLES_CHROMIUM, chromium, new_context

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))
PATIENCE_MS = 60_000
REFERENCE_MS = 3_000
MULTIPLIERS = ((1_500, 4.0), (800, 2.0), (0, 1.0))
"""Pairs of a minimum benchmark index and the slowdown that makes such a machine a mid-range phone, according to the
guide's tables.
"""
_INDEX_OF = (
    "import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';"
    " console.log(`(${pageFunctions.computeBenchmarkIndex})()`);"
)
_MOVING = """<!doctype html><style>@keyframes m { to { transform: translateX(100px) } }
div { width: 40px; height: 40px; background: teal; animation: m 1s infinite alternate }</style><div></div>"""
_WATCH = """() => {
    window.frames_at = [];
    const next = (at) => { window.frames_at.push(at); window.watching = requestAnimationFrame(next); };
    window.watching = requestAnimationFrame(next);
}"""
_STOP = "() => { cancelAnimationFrame(window.watching); return window.frames_at; }"
_QUESTIONS = [
    {
        "id": f"q{number}",
        "text": "What is it?",
        "choices": [{"id": "a", "text": "Tea"}, {"id": "b", "text": "Coffee"}],
        "correct": "b",
    }
    for number in range(3)
]


def _chance(page: Page) -> None:
    page.locator(".game-prize-name").wait_for(timeout=PATIENCE_MS)


def _quiz(page: Page) -> None:
    for _ in _QUESTIONS:
        page.wait_for_timeout(600)
        page.get_by_role("button", name="Coffee").click()
        page.wait_for_timeout(600)


def _memory(page: Page) -> None:
    cards = page.locator(".memory button")
    cards.first.wait_for()
    for number in range(4):
        cards.nth(number).click()
        page.wait_for_timeout(1_100)


def _tap(page: Page) -> None:
    target = page.locator(".tap-target.is-live")
    target.wait_for(timeout=PATIENCE_MS)
    for _ in range(20):
        page.keyboard.press("Space")
        page.wait_for_timeout(150)


GAMES: dict[str, tuple[dict[str, Any], Callable[[Page], None]]] = {
    "wheel": ({}, _chance),
    "scratch": ({}, _chance),
    "slot": ({}, _chance),
    "quiz": ({"round": {"seconds": 60, "questions": _QUESTIONS}}, _quiz),
    "memory": ({"round": {"seconds": 60, "pairs": 6}}, _memory),
    "tap_race": ({"round": {"seconds": 5}}, _tap),
}


def main() -> list[Figure]:
    """Create a game of each kind, and play them in turn."""
    install()
    with database() as settings:
        _, key = _organization(settings)
        with server(APP, settings) as port:
            return _measured(f"http://localhost:{port}", key)


def _measured(base_url: str, key: str) -> list[Figure]:
    with httpx2.Client(headers={"authorization": f"Bearer {key}"}, timeout=30) as client:
        codes = {kind: _published(client, base_url, kind) for kind in GAMES}
    with chromium(PEOPLES_CHROMIUM) as browser:
        index = _index(browser)
        calibrated = next(times for least, times in MULTIPLIERS if index >= least)
        references = {it: _reference(browser, it) for it in {SLOWED, calibrated, 1.0}}
        print(f"index {index:g}; frames of an empty page: {references}", flush=True)
        found = {
            it: {kind: _rounds(browser, base_url, code, kind, it) for kind, code in codes.items()}
            for it in dict.fromkeys((SLOWED, calibrated))
        }
    figures = [Figure("Lighthouse's index of this machine's speed", index, "")]
    for slowed, games in found.items():
        figures += _figures(slowed, games, references[slowed], aimed=slowed == calibrated)
    return figures


def _figures(
    slowed: float, games: dict[str, list["Round"]], reference: float, *, aimed: bool
) -> list[Figure]:
    how = f"processor slowed {slowed:g} times" if slowed > 1 else "processor not slowed"
    figures = []
    for kind, rounds in games.items():
        name = kind.replace("_", " ")
        rate = statistics.median(it.rate for it in rounds)
        thread = statistics.median(it.thread_ms for it in rounds)
        figures += [
            Figure(
                f"frames of a game, {name}, {how}",
                rate,
                "frames/s",
                reference,
                "an empty page",
                Aim.at_least(55) if aimed else None,
            ),
            Figure(
                f"page's thread for a frame, {name}, {how}",
                thread,
                "ms of CPU",
                aim=Aim.at_most(16.7) if aimed else None,
            ),
        ]
    return figures


def _index(browser: Browser) -> float:
    """Return Lighthouse's benchmark index of this machine, the median of three."""
    node = ["node", "--input-type=module", "-e", _INDEX_OF]
    script = subprocess.run(node, cwd=INSTALL, capture_output=True, text=True, check=True).stdout
    page = browser.new_page()
    index = statistics.median(float(page.evaluate(script)) for _ in range(3))
    page.close()
    return index


def _reference(browser: Browser, slowed: float) -> float:
    """Return the frames per second of a page on which almost nothing happens."""
    page = browser.new_page()
    page.set_content(_MOVING)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.evaluate(_WATCH)
    page.wait_for_timeout(REFERENCE_MS)
    at: list[float] = page.evaluate(_STOP)
    page.close()
    return 1_000 * (len(at) - 1) / (at[-1] - at[0])


def _published(client: httpx2.Client, base_url: str, kind: str) -> str:
    prizes = [{"name": "Coffee", "odds_ppm": 1_000_000, "stock": 500}]
    draft = {"kind": kind, "name": f"Frames {kind}", "prizes": prizes, **GAMES[kind][0]}
    draft["limits"] = {"per_person_day": None}
    made = client.post(f"{base_url}/v1/game", json=draft).raise_for_status().json()
    sent = {"game_id": made["game_id"]}
    client.post(f"{base_url}/v1/publish-game", json=sent).raise_for_status()
    code: str = made["code_id"]
    return code


class Round(NamedTuple):
    """Averages over the moving part of one play."""

    rate: float
    thread_ms: float


def _rounds(browser: Browser, base_url: str, code: str, kind: str, slowed: float) -> list[Round]:
    rounds = []
    for _ in range(ROUNDS):
        context = new_context(browser, base_url, device="phone")
        page = context.new_page()
        page.emulate_media(reduced_motion="no-preference")
        page.goto(f"/game/{code}")
        page.locator(".is-live .game-go").wait_for()
        developer = context.new_cdp_session(page)
        developer.send("Performance.enable", {"timeDomain": "threadTicks"})
        developer.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
        page.evaluate(_WATCH)
        before = _thread_seconds(developer)
        page.locator(".game-go").press("Enter")
        GAMES[kind][1](page)
        at: list[float] = page.evaluate(_STOP)
        spent = 1_000 * (_thread_seconds(developer) - before)
        rounds.append(Round(1_000 * (len(at) - 1) / (at[-1] - at[0]), spent / len(at)))
        context.close()
    return rounds


def _thread_seconds(developer: CDPSession) -> float:
    """Return the CPU seconds that the page's thread has used so far."""
    metrics = developer.send("Performance.getMetrics")["metrics"]
    return float(next(it["value"] for it in metrics if it["name"] == "TaskDuration"))


if __name__ == "__main__":
    show(main())
