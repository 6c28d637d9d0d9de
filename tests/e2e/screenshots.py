"""`make screenshots`: every screen on phone and desktop, light and dark, into screenshots/.

What axe finds on any of them, and screens that are wider than what shows them, are said at the end.

Arguments choose some: `python -m tests.e2e.screenshots phone-dark my-codes`. Pictures are of an
installation of their own with the demo data; WAYPOST_SCREENSHOTS_OF names the address of one that
runs already.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

import httpx2
from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

from runtime.settings import ROOT
from tests.e2e.browser import (
    CHROMIUM,
    Device,
    Theme,
    chromium,
    complaints,
    is_wider_than_screen,
    log_in,
    new_context,
    settle,
)
from tests.e2e.sights import (
    EMPTY,
    as_app,
    found_organization,
    made_poll,
    made_wall,
    visitors_screens,
)
from tests.support.installation import installed

OUT = ROOT / "screenshots"
OWNER = "owner@harbor-coffee.example"
TOUR_HOST = "127.0.0.1"
_SEEN = """async () => {
    const pause = (time) => new Promise((done) => setTimeout(done, time));
    for (let at = 0; at < document.documentElement.scrollHeight; at += innerHeight) {
        scrollTo(0, at);
        await pause(120);
    }
    scrollTo(0, 0);
    const missing = () => [...document.images].some((one) => !one.complete);
    for (let tries = 0; tries < 25 && missing(); tries += 1) {
        await pause(120);
    }
}"""
"""What is far down comes when somebody comes near it."""
PUBLIC = {
    "home": "/",
    "login": "/auth/login",
    "not-found": "/no/such/page",
    "shared-nothing": "/shared/nothing.here",
    "share": "/share?code=2345678ABC",
    "card": "/card/1",
    "ai-qr": "/ai-qr",
}
ADMIN = {
    "my-codes": "/admin/my-codes",
    "my-codes-deleted": "/admin/my-codes?deleted=1",
    "folders": "/admin/folders",
    "data-dictionary": "/admin/data-dictionary",
    "reports": "/admin/reports?interval=90day&split=code",
    "my-codes-nothing-found": "/admin/my-codes?filter=zzzz",
    "create-code": "/admin/create-qr-code",
    "pages": "/admin/pages",
    "templates": "/admin/templates",
    "first-page": "/admin/initial-content",
    "analytics": "/admin/analytics?interval=30day",
    "analytics-today": "/admin/analytics?interval=1day",
    "analytics-filtered": "/admin/analytics?interval=90day&device=phone&country=-CA",
    "analytics-empty": "/admin/analytics?from=1999-01-01&to=1999-01-31",
    "notes": "/admin/notes",
    "terms": "/admin/terms-pages",
    "page-new": "/admin/add-new-page",
    "slips": "/admin/my-slip",
    "slip-create": "/admin/create-slip",
    "walls": "/admin/walls",
    "ai-studio": "/admin/ai-qr",
    "profile": "/admin/profile",
    "privacy": "/admin/profile/privacy",
    "admin-not-found": "/admin/no-such-screen",
    "code-missing": "/admin/my-codes/show/AAAAAAAAAA",
    "page-missing": "/admin/update-page/page_AAAAAAAAAA",
}


def main() -> int:
    """Take all pictures."""
    if CHROMIUM is None:
        sys.stderr.write("no Chromium on this machine: install the package `chromium`\n")
        return 1
    wrong: dict[str, list[str]] = {}
    with _product() as base_url, chromium() as browser:
        state = _session(browser, base_url, OWNER)
        admin = ADMIN | screens_of_a_code(browser, base_url, state)
        code_id = admin["code"].rpartition("/")[2]
        with as_app(browser, base_url, state) as client:
            admin |= _screens_of_things(client)
            public = PUBLIC | visitors_screens(client, _published(client, code_id), code_id)
        public["home-of-the-tour"] = base_url.replace("localhost", TOUR_HOST)
        nobody = _session(browser, base_url, f"newcomer-{time.time_ns()}@example.com")
        parties = [
            (public, None),
            (admin, state),
            ({"found-organization": "/admin/my-codes"}, nobody),
        ]
        wrong |= _picture(browser, base_url, parties)
        found_organization(browser, base_url, nobody)
        wrong |= _picture(browser, base_url, [(EMPTY, nobody)])
    for name, found in wrong.items():
        sys.stderr.write(f"{name}: {'; '.join(found)}\n")
    return 1 if wrong else 0


def _session(browser: Browser, base_url: str, email: str) -> Any:
    context = new_context(browser, base_url)
    log_in(context.new_page(), email)
    state = context.storage_state()
    context.close()
    return state


def _picture(
    browser: Browser, base_url: str, parties: list[tuple[dict[str, str], Any]]
) -> dict[str, list[str]]:
    """Pictures of these screens, each list with its session, at each size in each theme."""
    kinds = {f"{device}-{theme}" for device in get_args(Device) for theme in get_args(Theme)}
    asked = set(sys.argv[1:])
    only, kinds = asked - kinds, asked & kinds or kinds
    wrong: dict[str, list[str]] = {}
    for device in get_args(Device):
        for theme in get_args(Theme):
            folder = OUT / f"{device}-{theme}"
            if folder.name not in kinds:
                continue
            folder.mkdir(parents=True, exist_ok=True)
            for screens, state in parties:
                chosen = {it: path for it, path in screens.items() if not only or it in only}
                context = new_context(browser, base_url, device=device, theme=theme, state=state)
                for name, found in wrong_on(context, chosen, folder).items():
                    wrong[f"{folder.name}/{name}"] = found
                context.close()
            sys.stdout.write(f"{folder.relative_to(ROOT)}\n")
    return wrong


def wrong_on(
    context: BrowserContext, screens: dict[str, str], pictures: Path | None = None
) -> dict[str, list[str]]:
    """What axe and the width complain of, by screen; pictures go into the folder, if one is given."""
    wrong: dict[str, list[str]] = {}
    page = context.new_page()
    for name, path in screens.items():
        try:
            page.goto(path)
            settle(page)
        except (AssertionError, PlaywrightError) as problem:
            wrong[name] = [f"did not come: {str(problem)[:200]}"]
            continue
        if pictures is not None:
            page.evaluate(_SEEN)
            _take(page, pictures / f"{name}.png")
        # Where things lie on a slip is the point of the design; the list beside it has each again.
        found = [
            it for it in complaints(page) if not ("target-size" in it and "data-element" in it)
        ]
        if is_wider_than_screen(page):
            found.append("one can scroll sideways")
        if found:
            wrong[name] = found
    page.close()
    return wrong


def _take(page: Page, file: Path) -> None:
    page.screenshot(path=file, full_page=True, animations="disabled")


def _codes(browser: Browser, base_url: str, state: object) -> dict[str, str]:
    """Public path of a code of kind page, by that kind."""
    context = new_context(browser, base_url, state=state)
    page = context.new_page()
    with page.expect_response("**/v1/get-all-qr-codes") as listed:
        page.goto("/admin/my-codes?type=page")
    found = {code["type"]: code["public_url"] for code in listed.value.json()["items"]}
    context.close()
    return found


def screens_of_a_code(browser: Browser, base_url: str, state: object) -> dict[str, str]:
    """Screens of one code of kind page, by name; what they need is made where there is none."""
    code_id = _codes(browser, base_url, state)["page"].rpartition("/")[2]
    with as_app(browser, base_url, state) as client:
        made_poll(client, code_id)
        wall_id = made_wall(client)["wall_id"]
        link = {"name": "For partners", "question": {"interval": "30day"}, "days": 1}
        shared = client.post("create-share-link", json=link).json()["token"]
    return {
        "shared": f"/shared/{shared}",
        "wall": f"/admin/walls/{wall_id}",
        "code": f"/admin/my-codes/show/{code_id}",
        "code-edit": f"/admin/my-codes/edit/{code_id}",
        "code-rules": f"/admin/my-codes/edit/{code_id}?part=rules",
        "code-access": f"/admin/my-codes/edit/{code_id}?part=access",
        "code-analytics": f"/admin/my-codes/analytics/{code_id}",
        "code-lock": f"/admin/my-codes/lock/{code_id}",
        "code-pages": f"/admin/pages/{code_id}",
        "create-success": f"/admin/create-qr-success?code={code_id}",
    }


def _published(client: httpx2.Client, code_id: str) -> str:
    """Id of a published page, of this code if it has one."""
    pages = client.post("get-all-pages", json={}).json()["items"]
    published = [it for it in pages if it["is_published"]]
    return str(max(published, key=lambda it: it["code_id"] == code_id)["page_id"])


def _screens_of_things(client: httpx2.Client) -> dict[str, str]:
    """Screens of one folder, page and slip of the demo data, by name."""
    folders = client.post("folders/get-folders", json={}).json()["items"]
    pages = client.post("get-all-pages", json={}).json()["items"]
    codes = client.post("get-all-qr-codes", json={}).json()["items"]
    slips = client.post("slip", json={"action": "get_all_slips"}).json()["items"]
    person = client.post("fetch-all-users", json={}).json()["items"][-1]
    if not slips:
        new = {"name": "Table slip", "kind": "slip", "code_id": codes[0]["code_id"]}
        made = {"action": "create_slip", "updated_data": new}
        slips = [client.post("slip", json=made).json()]
    return {
        "folder": f"/admin/folder/{folders[0]['folder_id']}",
        "page-editor": f"/admin/update-page/{pages[0]['page_id']}",
        "edit-success": f"/admin/my-codes/edit/{codes[0]['code_id']}/success",
        "slip-designer": f"/admin/slip/{slips[0]['slip_id']}",
        "slip-print": f"/admin/create-slip-success?slip={slips[0]['slip_id']}",
        "delete-user": f"/deleteAlert/{person['user_id']}",
    }


@contextmanager
def _product() -> Iterator[str]:
    running = os.environ.get("WAYPOST_SCREENSHOTS_OF")
    if running:
        yield running
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        installed(Path(folder), WAYPOST_TOUR_HOST=TOUR_HOST) as product,
    ):
        product.start(demo=True)
        yield product.url("")


if __name__ == "__main__":
    sys.exit(main())
