"""Games as visitors play them: by hand and keyboard, in light and dark, without motion, and without script."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import (
    PATIENCE_MS,
    PHONE_AGENT,
    complaints,
    is_wider_than_screen,
)
from tests.e2e.conftest import Caller, NewContext

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]

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
    """A game that anybody may play as often as they want."""
    body = {"prizes": PRIZES, "limits": {"per_person_day": None}, "look": {"sound": True}, **fields}
    game = owner("game", httpMethod="POST", name=f"Lucky {fields['kind']}", **body)
    answer: dict[str, Any] = owner("publish-game", game_id=game["game_id"])
    return answer


def is_well_made(page: Page) -> None:
    assert complaints(page) == []
    assert not is_wider_than_screen(page)


def test_games_are_played_by_keyboard_and_their_draws_checked(
    new_browser: NewContext, owner: Caller
) -> None:
    phone = new_browser(device="phone", theme="dark").new_page()
    wheel = published(owner, kind="wheel")
    for kind in ("wheel", "scratch", "slot"):
        game = wheel if kind == "wheel" else published(owner, kind=kind)
        phone.goto(f"/code/{game['code_id']}")
        expect(phone.get_by_role("heading", name=f"Lucky {kind}")).to_be_visible()
        is_well_made(phone)
        phone.locator(".game-go").press("Enter")
        expect(phone.get_by_role("heading", name="Congratulations!")).to_be_focused()
        expect(phone.locator(".game-prize-name")).to_have_text("Free coffee")
        is_well_made(phone)

    # The same play after a reload is the one that was seen; another begins by its own button.
    phone.get_by_role("button", name="Play again").press("Enter")
    expect(phone.get_by_role("heading", name="Congratulations!")).to_be_focused()

    quiz = published(owner, kind="quiz", round={"seconds": 60, "questions": QUESTIONS})
    phone.goto(f"/game/{quiz['code_id']}")
    phone.get_by_label("Your name on the leaderboard").fill("Mina")
    phone.locator(".game-go").press("Enter")
    for name in ("mocha", "latte"):
        expect(phone.get_by_role("heading", name=f"What is {name}?")).to_be_focused()
        is_well_made(phone)
        # Nobody reads and answers within the same second.
        timer = phone.locator(".game-timer-text")
        expect(timer).not_to_have_text(timer.inner_text())
        phone.get_by_role("button", name="Coffee").press("Enter")
    expect(phone.locator(".game-score-number")).not_to_be_empty()
    expect(phone.get_by_role("row", name="Mina")).to_be_visible()
    is_well_made(phone)

    owner("end-game", game_id=wheel["game_id"])
    phone.goto(f"/game/{wheel['code_id']}/fairness")
    phone.get_by_role("button", name="Check all draws in this browser").press("Enter")
    expect(phone.locator(".game-verdict")).to_contain_text("drawn as promised")
    is_well_made(phone)


def test_a_wheel_is_made_from_an_occasion_played_and_its_winner_exported(
    new_browser: NewContext, owner_session: Any
) -> None:
    page = new_browser(state=owner_session).new_page()
    page.goto("/admin/games/new")
    page.get_by_role("button", name="Opening day wheel").click()
    expect(page.get_by_role("heading", name="Opening day wheel", level=1)).to_be_visible()

    # Everybody who wins nothing else gets this one.
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
    phone.locator(".game-go").click()
    expect(phone.get_by_role("heading", name="Congratulations!")).to_be_visible()

    page.get_by_role("tab", name="Winners").click()
    expect(page.get_by_text("To be claimed").last).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export CSV").click()
    assert "awarded" in Path(download.value.path()).read_text()


def test_a_game_is_played_without_script(new_browser: NewContext, owner: Caller) -> None:
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
