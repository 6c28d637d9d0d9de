"""A friend arrives through a customer's link, and both are rewarded once the friend has acted."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import StorageState, expect

from api.apps.demo_content import CODE_IDS
from runtime.demo import harbor_content
from tests.e2e.browser import PATIENCE_MS, look_over
from tests.e2e.conftest import Caller, NewContext
from tests.support.waiting import eventually

pytestmark = [pytest.mark.browser, pytest.mark.slow]

expect.set_options(timeout=PATIENCE_MS)


def _balance(owner: Caller, customer: str, unit: str) -> int:
    balances = owner("rewards/get-ledger", customer_id=customer)["balances"]
    return next(int(it["available"]) for it in balances if it["unit"] == unit)


def test_friend_follows_a_referral_link_and_both_are_rewarded(
    new_browser: NewContext, owner_session: StorageState, owner: Caller, fresh: str
) -> None:
    before: dict[str, Any] = owner("get-referral-program")
    programme = {
        "is_active": True,
        "actions": ["submit"],
        "friend_reward": {"kind": "stamps", "amount": 2},
        "referrer_reward": {"kind": "points", "amount": 30},
    }
    owner("save-referral-program", **programme)
    try:
        _bring_a_friend(new_browser, owner_session, owner, fresh)
    finally:
        owner("save-referral-program", **before)


def _bring_a_friend(
    new_browser: NewContext, owner_session: StorageState, owner: Caller, fresh: str
) -> None:
    ana = owner("save-customer", first_name=f"Ana {fresh}")["customer_id"]
    admin = new_browser(state=owner_session).new_page()
    admin.goto(f"/admin/customers/{ana}")
    admin.get_by_role("button", name="Create link").click()
    link = admin.get_by_role("link", name="/refer/").get_attribute("href")
    assert link is not None

    phone = new_browser(device="phone").new_page()
    phone.goto(urlsplit(link).path)
    look_over(phone)
    phone.get_by_role("textbox").fill(f"ben@{fresh}.example")
    phone.locator("form.gate").get_by_role("button").click()
    expect(phone.get_by_role("status")).to_be_visible()
    (ben,) = owner("get-customers", filter=f"ben@{fresh}.example")["items"]
    assert _balance(owner, ben["customer_id"], "stamps") == 0

    phone.goto(f"/code/{CODE_IDS[harbor_content.PUBLISHED_CODE]}")
    phone.get_by_label("First name").fill("Ben")
    phone.get_by_label("Email").fill(f"ben@{fresh}.example")
    for box in phone.get_by_role("checkbox").all():
        box.check()
    phone.get_by_role("button", name="Save me a place").click()
    expect(phone.get_by_text("Thank you! We will write to you")).to_be_visible()

    eventually(lambda: _balance(owner, ben["customer_id"], "stamps") == 2, within=60)
    assert _balance(owner, ana, "points") == 30
    admin.reload()
    expect(admin.get_by_text("1 friend, 1 rewarded")).to_be_visible()
    admin.goto("/admin/referrals")
    expect(admin.get_by_text(f"Ana {fresh}").first).to_be_visible()
