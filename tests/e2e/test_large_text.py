"""Visitors' pages with text of twice the size on narrow phones, and their headings."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from api.domains.content.pages.starters import sign_up_page
from tests.e2e.browser import PATIENCE_MS, calls_of
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.screenshots import screens_of_a_code
from tests.e2e.sights import visitors_screens
from tests.e2e.test_rules import one_time_code
from tests.support.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

WIDTHS = (390, 320)

_LARGE = """() => {
    const all = [...document.querySelectorAll("*")];
    const sizes = all.map((one) => parseFloat(getComputedStyle(one).fontSize));
    document.documentElement.style.fontSize = "200%";
    all.forEach((one, at) => {
        if (Math.abs(parseFloat(getComputedStyle(one).fontSize) - 2 * sizes[at]) > 0.5) {
            one.style.setProperty("font-size", `${2 * sizes[at]}px`, "important");
        }
    });
    return getComputedStyle(document.body).fontSize;
}"""
"""All text, whatever its unit."""

_SIDEWAYS = """() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) {
        return [];
    }
    const isOut = (one) => {
        const { left, right } = one.getBoundingClientRect();
        return right > width + 1 || left < -1 || one.scrollWidth > width;
    };
    const found = [...document.body.querySelectorAll("*")].filter(isOut);
    const innermost = found.filter((one) => ![...one.children].some(isOut));
    return innermost.length === 0 ? ["the document"] : innermost.map((it) => it.outerHTML.slice(0, 120));
}"""

_LEVELS = """() => [...document.querySelectorAll("h1, h2, h3, h4, h5, h6, [role=heading]")]
    .filter((one) => one.checkVisibility())
    .map((one) => Number(one.ariaLevel ?? one.tagName[1]))"""


def _skipped(levels: list[int]) -> bool:
    """Return whether a heading is more than one level below the previous one, or the first is not the title."""
    return any(now > before + 1 for before, now in zip([0, *levels], levels, strict=False))


def wrong_with_large_text(page: Page) -> list[str]:
    """Return what is wider than the screen at twice the text size, and headings that skip a level."""
    levels: list[int] = page.evaluate(_LEVELS)
    wrong = [f"headings skip a level: {levels}"] if not levels or _skipped(levels) else []
    page.evaluate(_LARGE)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        wrong += [f"at {width}: {it}" for it in page.evaluate(_SIDEWAYS)]
    return wrong


def test_pages_of_every_kind_fit_at_double_text_size(
    new_browser: NewContext, product: Installation, owner_session: Any, owner: Caller
) -> None:
    code_id = screens_of_a_code(product.url(""), owner_session)["code"].rpartition("/")[2]
    form = owner("qr/create-code", name="Sign up", type="form")["code_id"]
    made = owner("gen-page", name="Sign up", code_id=form, blocks=sign_up_page())
    owner("update-page", page_id=made["page_id"], action="publish")
    paused = owner("qr/create-code", name="Paused", type="page", content={"title": "Soon"})
    owner("qr/update-code", code_id=paused["code_id"], status="paused")
    with calls_of(owner_session, product.url("")) as client:
        met = visitors_screens(client, code_id)
    met |= {
        "form": f"/code/{form}",
        "one-time-ticket": f"/code/{one_time_code(product, owner, 'Free coffee')}",
        "paused": f"/code/{paused['code_id']}",
    }
    page = new_browser(device="phone").new_page()

    wrong = {}
    for name, path in met.items():
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(path)
        found = wrong_with_large_text(page)
        if found:
            wrong[name] = found
    assert wrong == {}


_PHONE = "<!doctype html><meta name='viewport' content='width=device-width, initial-scale=1'>"


def test_too_wide_text_and_skipped_heading_levels_are_found(new_browser: NewContext) -> None:
    page = new_browser(device="phone").new_page()
    page.set_content(f"{_PHONE}<h1>Menu</h1><h2>Lunch</h2><p style='font-size: 20px'>Soup</p>")
    assert wrong_with_large_text(page) == []
    assert page.locator("p").evaluate("it => getComputedStyle(it).fontSize") == "40px"
    page.set_content(
        f"{_PHONE}<h1>Menu</h1><h3>Lunch</h3><p style='font-size: 40px'>Cappuccinoandespresso"
    )
    found = wrong_with_large_text(page)
    assert [it[:7] for it in found] == ["heading", "at 390:", "at 320:"]
