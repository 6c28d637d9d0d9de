"""Rules, access and the resulting gates, in a real browser: the owner's screens and the visitor's pages."""

import re
from typing import Any

import psycopg
import pytest
from playwright.sync_api import Page, expect

from api.kit.ids import new_code_id
from runtime.settings import Settings
from tests.e2e.browser import (
    COLOURS,
    PATIENCE_MS,
    PHONE_AGENT,
    Device,
    Theme,
    complaints,
    is_wider_than_screen,
    look_over,
)
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on_with_theme
from tests.support.installation import Installation
from tests.support.waiting import eventually

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def new_redirect(owner: Caller, name: str) -> str:
    """Create a code and return its ID."""
    menu = "https://harbor-coffee.example/menu"
    code_id: str = owner("qr/create-code", name=name, type="redirect", destination=menu)["code_id"]
    return code_id


def opened(product: Installation, code_id: str, agent: str = PHONE_AGENT) -> str:
    """Return where a visitor is led."""
    answer = product.get(f"/code/{code_id}", headers={"User-Agent": agent, "Accept": "text/html"})
    return answer.headers.get("location", str(answer.status_code))


@on_with_theme("desktop")
def test_owner_creates_rules_tries_them_and_saves(
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    owner: Caller,
    device: Device,
    theme: Theme,
) -> None:
    page = new_browser(device=device, theme=theme, state=owner_session).new_page()
    code_id = new_redirect(owner, f"Table tent on a {device}")
    page.goto(f"/admin/my-codes/edit/{code_id}")
    page.get_by_role("tab", name="Rules").click()
    expect(page).to_have_url(re.compile("part=rules"))
    expect(page.get_by_text("No rules yet")).to_be_visible()

    page.get_by_role("button", name="Add rule").click()
    page.get_by_label("Name of rule 1").fill("Everybody else")
    page.get_by_label("URL", exact=True).fill("harbor-coffee.example/all")
    page.get_by_role("button", name="Add rule").click()
    second = page.get_by_role("listitem", name="Rule 2")
    second.get_by_label("Name of rule 2").fill("Phones")
    second.get_by_role("button", name="Add condition").click()
    second.get_by_label("When").click()
    page.get_by_role("option", name="Device", exact=True).click()
    second.get_by_role("combobox", name="Device").fill("Ph")
    page.get_by_role("option", name="Phone").click()
    second.get_by_label("URL", exact=True).fill("harbor-coffee.example/phones")
    page.get_by_role("button", name="Move Phones up").click()
    expect(page.get_by_role("listitem", name="Rule 1: Phones")).to_be_visible()
    look_over(page)

    page.get_by_role("button", name="Run simulation").click()
    trial = page.get_by_role("region", name="Simulate a visit")
    expect(trial.get_by_text("Goes to https://harbor-coffee.example/phones")).to_be_visible()
    trial.get_by_role("combobox", name="Device").click()
    page.get_by_role("option", name="Computer").click()
    page.get_by_role("button", name="Run simulation").click()
    expect(trial.get_by_text("Phones: no match")).to_be_visible()
    expect(trial.get_by_text("the device is desktop.")).to_be_visible()
    expect(trial.get_by_text("Everybody else: applies")).to_be_visible()
    look_over(page)
    assert opened(product, code_id) == "https://harbor-coffee.example/menu"

    page.get_by_role("button", name="Save rules").click()
    expect(page.get_by_text("Rules saved")).to_be_visible()
    eventually(lambda: opened(product, code_id) == "https://harbor-coffee.example/phones")
    page.reload()
    expect(page.get_by_label("Name of rule 1")).to_have_value("Phones")
    page.get_by_role("button", name="Remove Phones").click()
    page.get_by_role("button", name="Save rules").click()
    expect(page.get_by_text("Rules saved")).to_be_visible()
    eventually(lambda: opened(product, code_id) == "https://harbor-coffee.example/all")


def test_server_errors_of_a_rule_are_shown_beside_it(
    new_browser: NewContext, owner_session: Any, owner: Caller
) -> None:
    page = new_browser(state=owner_session).new_page()
    code_id = new_redirect(owner, "Wrong rules")
    page.goto(f"/admin/my-codes/edit/{code_id}?part=rules")
    page.get_by_role("button", name="Add rule").click()
    page.get_by_role("button", name="Add condition").click()
    page.get_by_label("URL", exact=True).fill("javascript:alert(1)")
    page.get_by_role("button", name="Save rules").click()

    condition = page.get_by_role("group", name="Condition 1: Country")
    expect(condition.get_by_role("alert")).to_contain_text("needs at least one entry")
    condition.get_by_role("combobox", name="Country").fill("Irel")
    page.get_by_role("option", name="Ireland").click()
    page.get_by_role("button", name="Save rules").click()
    expect(page.get_by_text("must be a web address")).to_be_visible()


@on_with_theme("phone", {"desktop": "dark", "phone": "light"})
def test_password_is_set_requested_and_removed(
    new_browser: NewContext,
    product: Installation,
    owner_session: Any,
    owner: Caller,
    device: Device,
    theme: Theme,
) -> None:
    page = new_browser(device=device, theme=theme, state=owner_session).new_page()
    code_id = new_redirect(owner, f"Members on a {device}")
    page.goto(f"/admin/my-codes/edit/{code_id}?part=access")
    page.get_by_role("button", name="Set password").click()
    page.get_by_label("New password").fill("abc")
    page.get_by_label("Total visits").fill("50")
    look_over(page)
    page.get_by_role("button", name="Save access").click()
    expect(page.get_by_text("at least 4 characters").first).to_be_visible()
    page.get_by_label("New password").fill("open sesame")
    page.get_by_role("button", name="Save access").click()
    expect(page.get_by_text("Access saved")).to_be_visible()
    expect(page.get_by_text("A password is set.")).to_be_visible()

    visitor = new_browser(device="phone", theme=theme).new_page()
    visitor.goto(f"/code/{code_id}")
    visitor.get_by_label("Password").fill("wrong")
    visitor.get_by_role("button", name="Open").click()
    expect(visitor.get_by_role("alert")).to_contain_text("Wrong password")
    assert complaints(visitor) == []
    visitor.get_by_label("Password").fill("open sesame")
    with visitor.expect_request("https://harbor-coffee.example/menu"):
        visitor.get_by_role("button", name="Open").click()

    page.get_by_role("button", name="Remove password").click()
    page.get_by_role("button", name="Save access").click()
    expect(page.get_by_text("No password.")).to_be_visible()
    eventually(lambda: opened(product, code_id) == "https://harbor-coffee.example/menu")


def one_time_code(product: Installation, owner: Caller, name: str) -> str:
    """Return the ID of a one-time code that nobody has used yet."""
    base = new_redirect(owner, name)
    code_id = new_code_id()
    settings = Settings(
        _env_file=None,
        var_dir=product.folder / "var",
        postgres_port=product.ports["WAYPOST_POSTGRES_PORT"],
    )
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into codes (code_id, org_id, name, type, destination, base_code_id,"
            " one_time_state) select %s, org_id, name, type, destination, code_id, 'issued'"
            " from codes where code_id = %s",
            [code_id, base],
        )
    return code_id


def in_both_themes(page: Page) -> list[str]:
    """Return the findings of axe, and its findings about colors in the dark theme."""
    found = complaints(page)
    page.emulate_media(color_scheme="dark")
    found += complaints(page, COLOURS)
    page.emulate_media(color_scheme="light")
    return found


def test_one_time_code_is_offered_redeemed_and_used_up(
    new_browser: NewContext, product: Installation, owner: Caller
) -> None:
    code_id = one_time_code(product, owner, "Free coffee")
    visitor = new_browser(device="phone").new_page()
    visitor.goto(f"/code/{code_id}")
    expect(visitor.get_by_role("heading", name="Free coffee")).to_be_visible()
    assert in_both_themes(visitor) == []
    assert not is_wider_than_screen(visitor)
    visitor.get_by_role("button", name=re.compile("hold to redeem")).click(delay=1_800)
    expect(visitor.get_by_role("heading", name="Used just now")).to_be_visible()
    assert in_both_themes(visitor) == []
    visitor.goto(f"/code/{code_id}")
    expect(visitor.get_by_text("Already used on")).to_be_visible()
