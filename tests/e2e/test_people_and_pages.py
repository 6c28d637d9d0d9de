"""What is managed besides codes: people and settings, pages by list, template and name, a wall's pictures."""

import re
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from api.domains.content.pages.starters import page_of
from tests.e2e.browser import (
    PATIENCE_MS,
    Device,
    calls_of,
    look_over,
    settle,
)
from tests.e2e.conftest import Caller, NewContext
from tests.e2e.devices import on
from tests.e2e.sights import made_wall
from tests.support.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def _people(owner: Caller) -> dict[str, dict[str, Any]]:
    return {it["email"]: it for it in owner("fetch-all-users", pageSize=100)["items"]}


@on("phone")
def test_members_are_invited_given_a_role_and_removed(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device, fresh: str
) -> None:
    email = f"ann@{fresh}.example"
    page = new_browser(state=owner_session, device=device).new_page()
    page.goto("/admin/settings/members")
    settle(page)
    page.get_by_role("button", name="Invite", exact=True).click()
    dialog = page.get_by_role("dialog", name="Invite a person")
    dialog.get_by_label("Email address").fill(email)
    look_over(page)
    dialog.get_by_role("button", name="Invite", exact=True).click()
    expect(page.get_by_text(f"{email} was invited")).to_be_visible()
    sent = page.get_by_role("dialog", name="Invitation on its way")
    expect(sent.get_by_label("Invitation link")).to_have_value(
        re.compile("/invitation#[\\w-]{43}$")
    )
    look_over(page)
    sent.get_by_role("button", name="Done").click()
    expect(sent).to_have_count(0)
    role = page.get_by_role("combobox", name=f"Role of {email}")
    role.click()
    page.get_by_role("option", name="Editor").click()
    expect(page.get_by_text(f"{email} is now editor")).to_be_visible()
    expect(role).to_have_text("Editor")
    invited = _people(owner)[email]
    assert (invited["role"], invited["status"]) == ("editor", "invited")

    page.goto(f"/deleteAlert/{invited['user_id']}")
    asked = page.get_by_role("dialog", name="Delete user?")
    expect(asked.get_by_text("The user will be permanently deleted.")).to_be_visible()
    look_over(page)
    asked.get_by_role("button", name="Cancel").click()
    expect(page).to_have_url(re.compile("/admin/settings/members$"))
    assert email in _people(owner)
    page.goto(f"/deleteAlert/{invited['user_id']}")
    asked.get_by_role("button", name="Delete").click()
    expect(page).to_have_url(re.compile("/admin/settings/members$"))
    settle(page)
    expect(role).to_have_count(0)
    assert email not in _people(owner)


@on("phone")
def test_organisation_settings_are_changed(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device
) -> None:
    before = owner("get-org-data")["week_start"]
    chosen = {"sunday": "Monday", "monday": "Sunday"}.get(before, "Monday")
    page = new_browser(state=owner_session, device=device).new_page()
    page.goto("/admin/settings/organization")
    settle(page)
    try:
        page.get_by_role("combobox", name="Week starts on").click()
        page.get_by_role("option", name=chosen).click()
        page.get_by_role("button", name="Save settings").click()
        expect(page.get_by_text("Settings saved")).to_be_visible()
        assert owner("get-org-data")["week_start"] == chosen.lower()
        page.reload()
        expect(page.get_by_role("combobox", name="Week starts on")).to_have_text(chosen)
        settle(page)
        look_over(page)
    finally:
        owner("update-organization", week_start=before)


@on("desktop")
def test_page_is_saved_as_a_template_reused_renamed_and_deleted(
    new_browser: NewContext, owner_session: Any, owner: Caller, device: Device, fresh: str
) -> None:
    first, again = f"Terrace {fresh}", f"Our terrace {fresh}"
    title = {"type": "Heading", "props": {"id": "title", "text": f"On the {first}", "level": 1}}
    made = owner("gen-page", name=first, blocks=page_of(first, "", [title]))
    owner("update-page", page_id=made["page_id"], action="publish")
    page = new_browser(state=owner_session, device=device).new_page()
    page.goto(f"/admin/update-page/{made['page_id']}")
    settle(page)
    page.get_by_role("button", name="Page actions").click()
    page.get_by_role("menuitem", name="Save as template").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Name").fill(again)
    look_over(page)
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Template saved.")).to_be_visible()
    expect(dialog).to_have_count(0)

    page.goto("/admin/templates?kind=mine")
    settle(page)
    expect(page.get_by_role("button", name="Use template Newsletter sign-up")).to_have_count(0)
    look_over(page)
    page.get_by_role("button", name=f"Use template {again}").click()
    page.wait_for_url("**/admin/update-page/*")
    settle(page)
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("Visitors can see it now.")).to_be_visible()
    page.get_by_role("button", name="Keep editing").click()
    page.get_by_role("button", name="Page actions").click()
    page.get_by_role("menuitem", name="Name, URL and code").click()
    named = page.get_by_role("dialog", name="Name, URL and code")
    named.get_by_label("URL slug").fill(f"terrace-{fresh}")
    look_over(page)
    named.get_by_role("button", name="Save").click()
    expect(named).to_have_count(0)

    visitor = new_browser(device=device, runs_scripts=False).new_page()
    visitor.goto(f"/p/terrace-{fresh}")
    expect(visitor.get_by_role("heading", level=1)).to_have_text(f"On the {first}")
    seen = new_browser(device=device).new_page()
    seen.goto(f"/p/terrace-{fresh}")
    look_over(seen)

    page.goto("/admin/templates?kind=mine")
    page.get_by_role("button", name=f"Delete template {again}").click()
    page.get_by_role("button", name="Delete", exact=True).last.click()
    expect(page.get_by_text(f"“{again}” deleted.")).to_be_visible()
    page.goto("/admin/pages")
    settle(page)
    deletion = page.get_by_role("button", name=f"Delete {first}")
    thumbnail = page.get_by_role("listitem").filter(has=deletion).frame_locator("iframe")
    expect(thumbnail.get_by_role("heading", level=1)).to_have_text(f"On the {first}")
    look_over(page)
    deletion.click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text(f"“{first}” deleted.")).to_be_visible()
    expect(deletion).to_have_count(0)
    seen.goto(f"/page/{made['page_id']}")
    expect(seen.get_by_role("heading", level=1)).not_to_have_text(f"On the {first}")
    look_over(seen)


@on("phone")
def test_pictures_of_a_wall_are_downloaded_as_a_zip_file(
    new_browser: NewContext,
    owner_session: Any,
    product: Installation,
    device: Device,
    fresh: str,
) -> None:
    with calls_of(owner_session, product.url("")) as client:
        wall = made_wall(client, name=f"Packed {fresh}")
    page = new_browser(state=owner_session, device=device).new_page()
    page.goto(f"/admin/walls/{wall['wall_id']}")
    settle(page)
    page.get_by_role("button", name="Download all").click()
    dialog = page.get_by_role("dialog", name="Download all photos")
    expect(dialog.get_by_text("the 3 photos that are on the wall")).to_be_visible()
    look_over(page)
    dialog.get_by_role("button", name="Create ZIP file").click()
    download_now = dialog.get_by_role("button", name="Download", exact=True)
    expect(download_now).to_be_visible()
    look_over(page)
    with page.expect_download() as download:
        download_now.click()
    with ZipFile(download.value.path()) as packed:
        pictures = [name for name in packed.namelist() if name.endswith((".jpg", ".webp", ".png"))]
    assert len(pictures) == 3
