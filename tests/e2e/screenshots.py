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
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, expect
from playwright.sync_api import Error as PlaywrightError

from runtime.settings import ROOT
from tests.e2e.browser import (
    CHROMIUM,
    PATIENCE_MS,
    Device,
    Theme,
    calls_of,
    chromium,
    complaints,
    crushed_headings,
    is_wider_than_screen,
    log_in,
    new_context,
    settle,
)
from tests.e2e.conftest import TOUR_HOST
from tests.e2e.sights import (
    EMPTY,
    found_organization,
    made_poll,
    made_wall,
    visitors_screens,
)
from tests.support.installation import installed

OUT = ROOT / "screenshots"
OWNER = "owner@harbor-coffee.example"
_SEEN = """async () => {
    const pause = (time) => new Promise((done) => setTimeout(done, time));
    for (let at = 0; at < document.documentElement.scrollHeight; at += innerHeight) {
        scrollTo(0, at);
        await pause(120);
    }
    scrollTo(0, 0);
    const missing = () =>
        document.querySelector("main .MuiSkeleton-root") !== null ||
        [...document.images].some((one) => !one.complete);
    for (let tries = 0; tries < 80 && missing(); tries += 1) {
        await pause(120);
    }
}"""
"""What is far down comes when somebody comes near it; what is asked for is waited for, ten seconds at most."""
_MARK = "all => { all.forEach((one) => { one.dataset.left = ''; }); return all.length; }"
_GO_ON = """path => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
}"""
PUBLIC = {
    "home": "/",
    "login": "/auth/login",
    "not-found": "/no/such/page",
    "shared-nothing": "/shared/nothing.here",
    "share": "/share?code=2345678ABC",
    "card": "/card/1",
    "ai-qr": "/ai-qr",
    "device-till": "/till",
}
ADMIN = {
    "overview": "/admin",
    "my-codes": "/admin/my-codes",
    "my-codes-deleted": "/admin/my-codes?deleted=1",
    "folders": "/admin/folders",
    "data-dictionary": "/admin/data-dictionary",
    "sql": "/admin/sql",
    "reports": "/admin/reports?interval=90day&split=code",
    "my-codes-nothing-found": "/admin/my-codes?filter=zzzz",
    "create-code": "/admin/create-qr-code",
    "static-code": "/admin/static-code?kind=wifi",
    "pages": "/admin/pages",
    "forms": "/admin/forms",
    "customers": "/admin/customers",
    "rewards": "/admin/rewards",
    "till": "/admin/till",
    "tills": "/admin/tills",
    "referrals": "/admin/referrals",
    "passes": "/admin/passes",
    "referral-program": "/admin/referrals?tab=settings",
    "contact-rules": "/admin/contact-rules",
    "duplicate-customers": "/admin/customers/duplicates",
    "import-customers": "/admin/customers/import",
    "segments": "/admin/segments",
    "new-segment": "/admin/segments/new",
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
    "account": "/admin/settings/account",
    "organization": "/admin/settings/organization",
    "members": "/admin/settings/members",
    "brand": "/admin/settings/brand",
    "domains": "/admin/settings/domains",
    "api-keys": "/admin/settings/api-keys",
    "notifications": "/admin/settings/notifications",
    "privacy": "/admin/settings/privacy",
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
        admin = ADMIN | screens_of_a_code(base_url, state)
        code_id = admin["code"].rpartition("/")[2]
        with calls_of(state, base_url) as client:
            admin |= _screens_of_things(client)
            public = PUBLIC | visitors_screens(client, code_id)
        public["home-of-the-tour"] = base_url.replace("localhost", TOUR_HOST)
        nobody = _session(browser, base_url, f"newcomer-{time.time_ns()}@example.com")
        parties = [
            (public, None),
            (admin, state),
            ({"found-organization": "/admin/my-codes"}, nobody),
        ]
        wrong |= _picture(browser, base_url, parties)
        found_organization(base_url, nobody)
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
    before = ""
    for name, path in screens.items():
        try:
            if not (_is_another_screen(before, path) and _went_on(page, path)):
                page.goto(path)
            before = path
            settle(page)
        except (AssertionError, PlaywrightError) as problem:
            wrong[name] = [f"did not come: {str(problem)[:200]}"]
            before = ""
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
        found += [f"a heading has no room: {it}" for it in crushed_headings(page)]
        if found:
            wrong[name] = found
    page.close()
    return wrong


def _is_another_screen(before: str, path: str) -> bool:
    """Whether the app goes there without being loaded again: two thirds of what a screen costs."""
    in_app = before.startswith("/admin/") and path.startswith("/admin/")
    return in_app and before.partition("?")[0] != path.partition("?")[0]


def _went_on(page: Page, path: str) -> bool:
    """Go to another screen as a link within the app does, and wait until the one before is gone."""
    if not page.locator("h1").evaluate_all(_MARK):
        return False
    page.evaluate(_GO_ON, path)
    expect(page.locator("h1[data-left]")).to_have_count(0, timeout=PATIENCE_MS)
    return True


def _take(page: Page, file: Path) -> None:
    page.screenshot(path=file, full_page=True, animations="disabled")


def _codes(base_url: str, state: StorageState) -> dict[str, str]:
    """Public path of a code of kind page, by that kind."""
    with calls_of(state, base_url) as client:
        found = client.post("get-all-qr-codes", json={"type": "page"}).json()["items"]
    return {code["type"]: code["public_url"] for code in found}


def screens_of_a_code(base_url: str, state: StorageState) -> dict[str, str]:
    """Screens of one code of kind page, by name; what they need is made where there is none."""
    code_id = _codes(base_url, state)["page"].rpartition("/")[2]
    with calls_of(state, base_url) as client:
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


def _screens_of_things(client: httpx2.Client) -> dict[str, str]:
    """Screens of one folder, page and slip of the demo data, by name."""
    folders = client.post("folders/get-folders", json={}).json()["items"]
    pages = client.post("get-all-pages", json={}).json()["items"]
    codes = client.post("get-all-qr-codes", json={}).json()["items"]
    slips = client.post("slip", json={"action": "get_all_slips"}).json()["items"]
    person = client.post("fetch-all-users", json={}).json()["items"][-1]
    guest = {"email": "guest@harbor-coffee.example", "role": "editor"}
    link = client.post("add-to-org", json=guest).json()["link"]
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
        "invitation": f"/invitation#{link.partition('#')[2]}",
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
