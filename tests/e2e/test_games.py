"""Games as visitors play them: by hand and keyboard, on phones and computers, in light and dark, with and without
motion, and without JavaScript.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import (
    COLOURS,
    COMPUTER_AGENT,
    NARROW,
    PATIENCE_MS,
    PHONE_AGENT,
    complaints,
    is_wider_than_screen,
)
from tests.e2e.conftest import Caller, NewContext

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

PRIZES = [{"name": "Free coffee", "odds_ppm": 1_000_000, "stock": 50}]
QUESTIONS = [
    {
        "id": name,
        "text": f"What is {name}?",
        "choices": [{"id": "a", "text": "Tea"}, {"id": "b", "text": "Coffee"}],
        "correct": "b",
    }
    for name in ("mocha", "latte")
]


def published(owner: Caller, **fields: Any) -> dict[str, Any]:
    """Publish a game that anybody may play as often as they want."""
    body = {"prizes": PRIZES, "limits": {"per_person_day": None}, "look": {"sound": True}, **fields}
    game = owner("game", httpMethod="POST", name=f"Lucky {fields['kind']}", **body)
    answer: dict[str, Any] = owner("publish-game", game_id=game["game_id"])
    return answer


MOST_SCRIPT = 60_000
_SCRIPT = """() => performance.getEntriesByType("resource")
    .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
    .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)"""
Press = Callable[[Locator], None]
CHANCE = ("wheel", "scratch", "slot")


def by_keyboard(what: Locator) -> None:
    what.press("Enter")


def by_mouse(what: Locator) -> None:
    # A permanent animation never comes to rest.
    expect(what).to_be_visible()
    what.click(force=True)


def is_well_made(page: Page) -> None:
    assert complaints(page) == []
    assert not is_wider_than_screen(page)


def is_well_made_in_the_other_theme(page: Page) -> None:
    """Check its colors in the other theme, and that it fits a narrow phone too. Celebrations pause meanwhile."""
    before = page.viewport_size
    assert before is not None
    is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    page.emulate_media(color_scheme="light" if is_dark else "dark", reduced_motion="reduce")
    assert complaints(page, COLOURS) == []
    page.set_viewport_size(NARROW)
    assert not is_wider_than_screen(page)
    page.set_viewport_size(before)
    page.emulate_media(color_scheme="dark" if is_dark else "light", reduced_motion="no-preference")


def test_games_are_played_by_keyboard_and_their_draws_verified(
    new_browser: NewContext, owner: Caller
) -> None:
    phone = new_browser(device="phone", theme="dark").new_page()
    wheel = published(owner, kind="wheel")
    for kind in CHANCE:
        game = wheel if kind == "wheel" else published(owner, kind=kind)
        phone.goto(f"/code/{game['code_id']}")
        expect(phone.get_by_role("heading", name=f"Lucky {kind}")).to_be_visible()
        is_well_made(phone)
        phone.locator(".is-live .game-go").press("Enter")
        expect(phone.get_by_role("heading", name="Congratulations!")).to_be_focused()
        expect(phone.locator(".game-prize-name")).to_have_text("Free coffee")
        is_well_made(phone)

    # After a reload, the same play is shown as finished; its button starts another one.
    phone.get_by_role("button", name="Play again").press("Enter")
    expect(phone.get_by_role("heading", name="Congratulations!")).to_be_focused()

    play_quiz(phone, owner, by_keyboard)
    expect(phone.get_by_role("row", name="Mina")).to_be_visible()

    owner("end-game", game_id=wheel["game_id"])
    phone.goto(f"/game/{wheel['code_id']}/fairness")
    phone.get_by_role("button", name="Check all draws in this browser").press("Enter")
    expect(phone.locator(".game-verdict")).to_contain_text("drawn as promised")
    is_well_made(phone)


def play_quiz(page: Page, owner: Caller, press: Press) -> None:
    """Answer every question of a new quiz."""
    quiz = published(owner, kind="quiz", round={"seconds": 120, "questions": QUESTIONS})
    page.goto(f"/game/{quiz['code_id']}")
    page.get_by_label("Your name on the leaderboard").fill("Mina")
    press(page.locator(".is-live .game-go"))
    for name in ("mocha", "latte"):
        expect(page.get_by_role("heading", name=f"What is {name}?")).to_be_focused()
        is_well_made(page)
        # Nobody reads and answers within the same second.
        timer = page.locator(".game-timer-text")
        expect(timer).not_to_have_text(timer.inner_text())
        press(page.get_by_role("button", name="Coffee"))
    expect(page.locator(".game-score-number")).not_to_be_empty()
    is_well_made(page)


def turned(page: Page, number: int, press: Press) -> str:
    """Return the face of a memory card after turning it."""
    card = page.locator(".memory button").nth(number)
    press(card)
    expect(card).to_have_class(re.compile("is-up"))
    return card.get_attribute("aria-label") or ""


def play_memory(page: Page, owner: Caller, press: Press) -> None:
    """Find the pairs of a new memory game."""
    memory = published(owner, kind="memory", round={"seconds": 120, "pairs": 2})
    page.goto(f"/game/{memory['code_id']}")
    press(page.locator(".is-live .game-go"))
    cards = page.locator(".memory button")
    expect(cards).to_have_count(4)
    is_well_made(page)
    seen: dict[str, list[int]] = {}
    for number in range(4):
        picture = turned(page, number, press).rpartition(" ")[2]
        seen.setdefault(picture, []).append(number)
        if number % 2:
            # Two different cards are turned down again.
            expect(page.locator(".memory .is-up:not(.is-found)")).to_have_count(0)
    for number in sorted(range(4), key=lambda it: next(p for p in seen if it in seen[p])):
        if page.locator(".memory button:not(.is-found)").count():
            turned(page, number, press)
    expect(page.locator(".game-score-number")).not_to_be_empty()
    is_well_made(page)


def test_memory_and_a_tap_race_are_played_by_keyboard_to_their_scores(
    new_browser: NewContext, owner: Caller
) -> None:
    page = new_browser(device="phone").new_page()
    play_memory(page, owner, by_keyboard)

    race = published(owner, kind="tap_race", round={"seconds": 5})
    page.goto(f"/game/{race['code_id']}")
    page.locator(".is-live .game-go").press("Enter")
    target = page.locator(".tap-target.is-live")
    expect(target).to_be_focused()
    for _ in range(12):
        page.keyboard.press("Space")
    expect(page.locator(".game-score-number")).to_have_text("12")
    is_well_made(page)


def test_every_game_is_animated_and_playable_with_a_mouse_on_a_computer(
    new_browser: NewContext, owner: Caller
) -> None:
    page = new_browser().new_page()
    # Headless Chromium's own name counts as a bot, and bots never play.
    page.set_extra_http_headers({"User-Agent": COMPUTER_AGENT})
    page.emulate_media(reduced_motion="no-preference")
    for kind in CHANCE:
        game = published(owner, kind=kind)
        page.goto(f"/game/{game['code_id']}")
        by_mouse(page.locator(".is-live .game-go"))
        expect(page.get_by_role("heading", name="Congratulations!")).to_be_focused()
        assert 0 < page.evaluate(_SCRIPT) <= MOST_SCRIPT
        is_well_made(page)
        is_well_made_in_the_other_theme(page)
    for play in (play_quiz, play_memory):
        play(page, owner, by_mouse)
        is_well_made_in_the_other_theme(page)
        assert 0 < page.evaluate(_SCRIPT) <= MOST_SCRIPT

    race = published(owner, kind="tap_race", round={"seconds": 5})
    page.goto(f"/game/{race['code_id']}")
    by_mouse(page.locator(".is-live .game-go"))
    target = page.locator(".tap-target.is-live")
    for _ in range(3):
        by_mouse(target)
    expect(page.locator(".game-score-number")).to_have_text("3")
    is_well_made(page)
    is_well_made_in_the_other_theme(page)


def test_wheel_is_created_from_an_occasion_played_and_its_winner_exported(
    new_browser: NewContext, owner_session: Any
) -> None:
    page = new_browser(state=owner_session).new_page()
    page.goto("/admin/games/new")
    page.get_by_role("button", name="Opening day wheel").click()
    expect(page.get_by_role("heading", name="Opening day wheel", level=1)).to_be_visible()

    # The consolation prize is for everybody who wins nothing else.
    page.get_by_role("tab", name="Prizes").click()
    page.get_by_role("button", name="20% off today").click()
    page.get_by_label("Consolation prize").check()
    page.get_by_role("button", name="Simulate").click()
    expect(page.get_by_text("100,000 plays give")).to_be_visible()
    is_well_made(page)
    page.get_by_role("button", name="Preview").click()
    practice = page.frame_locator("iframe")
    practice.get_by_role("button", name="Spin the wheel").click()
    expect(practice.get_by_role("heading", name="Congratulations!")).to_be_visible()
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("dialog").get_by_role("button", name="Publish").click()
    expect(page.get_by_text("Commitment", exact=True)).to_be_visible()
    is_well_made(page)

    phone = new_browser(device="phone").new_page()
    phone.goto(page.get_by_role("link", name="Open game").get_attribute("href") or "")
    phone.locator(".is-live .game-go").click()
    expect(phone.get_by_role("heading", name="Congratulations!")).to_be_visible()

    page.get_by_role("tab", name="Winners").click()
    expect(page.get_by_text("To be claimed").last).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export CSV").click()
    assert "awarded" in Path(download.value.path()).read_text()


def test_game_is_played_without_script(new_browser: NewContext, owner: Caller) -> None:
    context = new_browser(runs_scripts=False)
    context.set_extra_http_headers({"User-Agent": PHONE_AGENT})
    page = context.new_page()
    game = published(owner, kind="wheel")

    page.goto(f"/code/{game['code_id']}")
    page.get_by_role("button", name="Spin the wheel").click()
    expect(page.get_by_role("heading", name="Congratulations!")).to_be_visible()
    assert not is_wider_than_screen(page)
    page.get_by_role("button", name="Confirm the handover").click()
    expect(page.get_by_role("heading", name="Free coffee")).to_be_visible()
