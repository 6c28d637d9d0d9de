"""Frames a second while each of the six games is played on a phone whose processor is slowed four times.

Things move as they do for most people. Counted is from the press of the button (of rounds: from their first input)
until what the motion leads to is shown; of a wheel that is from the first turn until it rests. `BENCH_BOARD_URL`
names a running installation with the demonstration; without it one is started. Other programs take frames away, so
what the page's thread spends for a frame is told beside it, slowed as well: below 16.7 ms it can draw 60 a second.
"""

import os
import statistics
from collections.abc import Callable
from typing import Any, NamedTuple

import httpx2
from playwright.sync_api import Browser, CDPSession, Page

from benchmarks.board import OWNER, SLOWED
from benchmarks.report import Aim, Figure, show
from benchmarks.stack import running_stack
from tests.e2e.browser import PEOPLES_CHROMIUM, calls_of, chromium, log_in, new_context

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))
PATIENCE_MS = 60_000
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
    """Make a game of each kind, and play them in turn."""
    running = os.environ.get("BENCH_BOARD_URL")
    if running:
        return _measured(running)
    with running_stack() as stack:
        return _measured(stack.base_url)


def _measured(base_url: str) -> list[Figure]:
    with chromium(PEOPLES_CHROMIUM) as browser:
        own = new_context(browser, base_url)
        log_in(own.new_page(), OWNER)
        with calls_of(own.storage_state(), base_url) as client:
            codes = {kind: _published(client, base_url, kind) for kind in GAMES}
        own.close()
        found = {kind: _rounds(browser, base_url, code, kind) for kind, code in codes.items()}
    slowed = f"processor slowed {SLOWED:g} times"
    figures = []
    for kind, rounds in found.items():
        name = kind.replace("_", " ")
        rate = statistics.median(it.rate for it in rounds)
        thread = statistics.median(it.thread_ms for it in rounds)
        figures += [
            Figure(f"frames of a game, {name}, {slowed}", rate, "frames/s", aim=Aim.at_least(55)),
            Figure(
                f"page's thread for a frame, {name}, {slowed}",
                thread,
                "ms of CPU",
                aim=Aim.at_most(16.7),
            ),
        ]
    return figures


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
    """Means over what moved in one playing."""

    rate: float
    thread_ms: float


def _rounds(browser: Browser, base_url: str, code: str, kind: str) -> list[Round]:
    rounds = []
    for _ in range(ROUNDS):
        context = new_context(browser, base_url, device="phone")
        page = context.new_page()
        page.emulate_media(reduced_motion="no-preference")
        page.goto(f"/game/{code}")
        page.locator(".is-live .game-go").wait_for()
        developer = context.new_cdp_session(page)
        developer.send("Performance.enable", {"timeDomain": "threadTicks"})
        developer.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
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
    """What the page's thread has spent so far."""
    metrics = developer.send("Performance.getMetrics")["metrics"]
    return float(next(it["value"] for it in metrics if it["name"] == "TaskDuration"))


if __name__ == "__main__":
    show(main())
