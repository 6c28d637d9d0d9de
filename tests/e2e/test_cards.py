"""A customer's card on a phone, and the till to which it is shown."""

import re
from collections.abc import Iterator
from io import BytesIO
from urllib.parse import parse_qs

import pytest
import resvg_py
from PIL import Image
from playwright.sync_api import Error, Route, StorageState, expect

from tests.e2e.browser import CAMERA, PATIENCE_MS, look_over
from tests.e2e.conftest import Caller, NewContext
from tests.support.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def _card_of(owner: Caller, name: str) -> str:
    """Create a customer with three stamps and return the path of their card."""
    customer = owner("save-customer", first_name=name)["customer_id"]
    given = owner(
        "rewards/post-swapt-card", customer_id=customer, action="add", unit="stamps", amount=3
    )
    return f"/card/{given['card']['swapt_card_id']}"


def test_cards_of_one_phone_are_readable_offline(
    new_browser: NewContext, owner: Caller, fresh: str
) -> None:
    mine, yours = (_card_of(owner, f"{name} {fresh}") for name in ("Ana", "Ben"))
    owner(
        "rewards/post-swapt-card",
        swapt_card_id=yours.rpartition("/")[2],
        action="add",
        unit="stamps",
        amount=1,
    )
    phone = new_browser(device="phone", is_new=True)
    page = phone.new_page()
    stamps = page.locator(".card-stamps .is-full")
    banner = page.get_by_text(re.compile("^Offline – as of "))
    for path in (mine, yours):
        page.goto(path)
        expect(banner).to_be_hidden()
        page.wait_for_function(
            "async path => (await caches.keys()).length > 0 && await caches.match(path) !== undefined",
            arg=path,
        )
    page.goto(f"{mine}?show=code")

    phone.set_offline(True)
    page.goto(mine)
    expect(banner).to_be_visible()
    expect(page.get_by_role("link", name="Show code")).to_be_hidden()
    expect(stamps).to_have_count(3)
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.card-stamps')).display") == "grid"
    )
    page.goto(yours)
    expect(stamps).to_have_count(4)
    with pytest.raises(Error):
        page.goto(f"{mine}?show=code")

    phone.set_offline(False)
    page.goto(mine)
    expect(banner).to_be_hidden()
    kept = page.evaluate(
        "async () => (await (await caches.open('cards-1')).keys()).map(({url}) => new URL(url))"
        ".map(({pathname, search}) => pathname + search)"
    )
    assert {mine, yours} <= set(kept)
    assert all(it in (mine, yours) or it.startswith("/visitor/assets/") for it in kept)


def test_reward_is_redeemed_once_by_holding_although_the_response_was_lost(
    new_browser: NewContext, owner: Caller, fresh: str
) -> None:
    name = f"Coffee {fresh}"
    draft = {"name": name, "unit": "stamps", "price": 2, "hold_to_redeem": True}
    owner("register-reward", action="create", reward_list=[draft])
    path = _card_of(owner, f"Cleo {fresh}")
    phone = new_browser(device="phone", is_new=True)
    keys = []

    def lose_the_first_answer(route: Route) -> None:
        keys.append(parse_qs(route.request.post_data or "")["key"][0])
        if len(keys) == 1:
            route.fetch(max_redirects=0)
            route.abort()
        else:
            route.continue_()

    phone.route("**/redeem", lose_the_first_answer)
    page = phone.new_page()
    page.goto(path)
    row = page.get_by_role("listitem").filter(has_text=name)
    button = row.get_by_role("button", name="Staff: press and hold to redeem")
    button.hover()
    page.mouse.down()
    page.wait_for_url("**?redeemed=*")

    page.mouse.up()
    expect(page.get_by_text(name)).to_be_visible()
    expect(page.get_by_role("img", name="The current time")).to_be_visible()
    look_over(page)
    assert len(keys) == 2
    assert len(set(keys)) == 1
    card = owner("rewards/get-swapt-card", swapt_card_id=path.rpartition("/")[2])
    assert [it["name"] for it in card["awards"]] == [name]
    assert {it["unit"]: it["available"] for it in card["balances"]}["stamps"] == 1


@pytest.fixture
def camera() -> Iterator[None]:
    """Show a video to the camera, and remove it after the test."""
    yield
    CAMERA.unlink(missing_ok=True)


def _show_to_camera(drawn: str) -> None:
    """Write a still video of this SVG: uncompressed frames of YUV4MPEG2."""
    png = bytes(resvg_py.svg_to_bytes(svg_string=drawn, background="white"))
    frame = Image.new("L", (640, 480), "white")
    frame.paste(Image.open(BytesIO(png)).convert("L").resize((400, 400)), (120, 40))
    gray = bytes([128]) * (640 * 480 // 2)
    picture = b"FRAME\n" + frame.tobytes() + gray
    CAMERA.write_bytes(b"YUV4MPEG2 W640 H480 F10:1 Ip A1:1 C420jpeg\n" + picture * 3)


_BAD_FRAME = """
const read = CanvasRenderingContext2D.prototype.getImageData;
CanvasRenderingContext2D.prototype.getImageData = function () {
    CanvasRenderingContext2D.prototype.getImageData = read;
    throw new DOMException("The source width is 0.", "IndexSizeError");
};
"""
"""Makes the first frame of the camera unreadable."""


@pytest.mark.usefixtures("camera")
def test_stamps_are_given_by_camera_and_offline(
    new_browser: NewContext,
    owner_session: StorageState,
    owner: Caller,
    product: Installation,
    fresh: str,
) -> None:
    name = f"Emil {fresh}"
    path = _card_of(owner, name)
    card = path.rpartition("/")[2]
    phone = new_browser(device="phone", state=owner_session)
    phone.grant_permissions(["camera"])
    page = phone.new_page()
    page.add_init_script(_BAD_FRAME)
    page.goto("/admin/till")
    scan = page.get_by_role("button", name="Scan")
    expect(scan).to_be_visible()

    _show_to_camera(product.get(f"{path}/code.svg").text)
    scan.click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    page.get_by_role("button", name="Give", exact=True).click()
    expect(page.get_by_text("1 stamp given")).to_be_visible()
    page.get_by_role("button", name="Next customer").click()
    phone.set_offline(True)
    page.get_by_label("Phone, email or customer number").fill(card)
    look_over(page)
    page.get_by_role("button", name="Give later").click()
    expect(page.get_by_text("Given offline, not sent yet: 1")).to_be_visible()
    phone.set_offline(False)
    expect(page.get_by_text("Given offline, not sent yet: 1")).to_be_hidden()

    found = owner("rewards/get-swapt-card", swapt_card_id=card)
    assert {it["unit"]: it["available"] for it in found["balances"]}["stamps"] == 5


def test_staff_work_with_a_pin_on_a_device_that_a_manager_enrolled(
    new_browser: NewContext, owner_session: StorageState, owner: Caller, fresh: str
) -> None:
    name = f"Dana {fresh}"
    card = _card_of(owner, name).rpartition("/")[2]
    page = new_browser(device="phone", state=owner_session).new_page()
    page.goto("/admin/tills")
    page.get_by_role("button", name="Add staff member").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name").fill(f"Mia {fresh}")
    form.get_by_label("PIN").fill("471147")
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name=f"Edit Mia {fresh}")).to_be_visible()
    look_over(page)
    page.get_by_label("Name of the till").fill(f"Counter {fresh}")
    page.get_by_role("button", name="Enrol").click()
    page.wait_for_url("**/till")

    page.get_by_role("combobox", name="Name").click()
    page.get_by_role("option", name=f"Mia {fresh}").click()
    page.get_by_label("PIN").fill("471147")
    look_over(page)
    page.get_by_role("button", name="Unlock").click()
    page.get_by_label("Phone, email or customer number").fill(card)
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    page.get_by_role("button", name="Give", exact=True).click()
    expect(page.get_by_text("1 stamp given")).to_be_visible()

    (action, *_) = owner("list-till-actions")["items"]
    assert (action["staff"], action["kind"], action["amount"]) == (f"Mia {fresh}", "stamps", 1)
    till = next(it for it in owner("list-tills")["items"] if it["name"] == f"Counter {fresh}")
    owner("revoke-till", till_id=till["till_id"])
    page.get_by_role("button", name="Give", exact=True).click()
    expect(page.get_by_text("This device is no longer a till.")).to_be_visible()
