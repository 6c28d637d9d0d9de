"""People in several organisations: invited by a link, and switching between their organisations."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from runtime.identity.people import PASSWORD
from tests.e2e.browser import PATIENCE_MS, calls_of, look_over
from tests.e2e.conftest import NewContext
from tests.support.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)

DEMO, SHOWN = "Harbor Coffee", "Cup sleeve game"


def _log_in(page: Page, email: str) -> None:
    page.wait_for_url("**/authorize**")
    page.locator("#email").fill(email)
    page.locator("#password").fill(PASSWORD)
    page.locator("button[type=submit]").first.click()


@pytest.fixture
def invite(owner_session: Any, product: Installation) -> Iterator[Callable[[str], str]]:
    """`invite("ann@example.com")` → the path of her invitation link, from the demo organisation's owner."""
    with calls_of(owner_session, product.url("")) as client:

        def call(email: str) -> str:
            answer = client.post("add-to-org", json={"email": email, "role": "editor"})
            assert answer.status_code == 201, answer.text
            link: str = answer.json()["link"]
            return "/invitation" + link.partition("/invitation")[2]

        yield call


def _switch(page: Page, name: str) -> None:
    page.get_by_title("Switch organisation").click()
    page.get_by_role("menuitem", name=re.compile(name)).click()
    expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()


def test_invitation_is_accepted_knowingly_and_the_two_organisations_stay_separate(
    new_browser: NewContext, invite: Callable[[str], str], fresh: str
) -> None:
    email = f"both@{fresh}.example"
    context: BrowserContext = new_browser()
    page = context.new_page()
    page.goto("/admin/my-codes")
    _log_in(page, email)
    page.get_by_label("Name").fill(f"Shop {fresh}")
    page.get_by_role("button", name="Create organisation").click()
    own = page.get_by_role("button", name=f"Shop {fresh}", exact=True)
    expect(own).to_be_visible()

    # An invitation changes nothing until it is accepted.
    page.goto(invite(email))
    expect(page.get_by_role("heading", name=f"Join {DEMO}")).to_be_visible()
    expect(page.get_by_text("as an editor")).to_be_visible()
    look_over(page)
    page.get_by_role("button", name="Accept").click()
    theirs = page.get_by_role("button", name=DEMO, exact=True)
    expect(theirs).to_be_visible()

    # Another tab stays in the other organisation, whatever happens in this one.
    page.goto(f"/admin/my-codes?filter={SHOWN}")
    expect(page.get_by_text(SHOWN).first).to_be_visible()
    other = context.new_page()
    other.goto("/admin/my-codes")
    _switch(other, f"Shop {fresh}")
    other.goto("/admin/my-codes")
    expect(other.get_by_text("Create your first code")).to_be_visible()
    expect(other.get_by_text(SHOWN)).to_have_count(0)
    page.reload()
    expect(theirs).to_be_visible()
    expect(page.get_by_text(SHOWN).first).to_be_visible()
    other.reload()
    expect(other.get_by_role("button", name=f"Shop {fresh}", exact=True)).to_be_visible()


def test_invitation_for_another_address_cannot_be_declined_by_somebody_else(
    new_browser: NewContext, owner_session: Any, invite: Callable[[str], str], fresh: str
) -> None:
    path = invite(f"absent@{fresh}.example")
    stranger = new_browser().new_page()
    stranger.goto(path)
    expect(stranger.get_by_role("button", name="Log in to answer")).to_be_visible()
    look_over(stranger)

    page = new_browser(state=owner_session).new_page()
    page.goto(path)
    expect(page.get_by_text("You are logged in as")).to_be_visible()
    expect(page.get_by_role("button", name="Accept")).to_have_count(0)
    look_over(page)

    page.goto("/invitation#nothing")
    expect(page.get_by_text("This invitation can’t be opened")).to_be_visible()
