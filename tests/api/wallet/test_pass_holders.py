"""Who has passes, in which wallets, and what happened to them."""

from typing import Any

import pytest

from tests.api.wallet.push_world import World
from tests.api.wallet.template_world import Templates


@pytest.fixture
def listed(world: World) -> Any:
    """Return the serial numbers of the list, in its order."""

    def ask(**body: Any) -> list[str]:
        answer = world.ask("POST", "/v1/list-pass-holders", **body).json()
        assert answer["total"] == len(answer["items"])
        return [it["serialNumber"] for it in answer["items"]]

    return ask


def holder(world: World, serial: str) -> Any:
    (found,) = world.ask("POST", "/v1/list-pass-holders", filter=serial).json()["items"]
    return found


def test_pass_is_listed_from_its_holder_to_its_removal(
    world: World, templates: Templates, listed: Any
) -> None:
    ana = templates.customer("Ana")
    template_id = templates.published()
    templates.make(template_id, customer_id=ana, serialNumber="S-1")
    world.make(serialNumber="S-2")
    card = world.read({"pass_id": holder(world, "S-1")["pass_id"]})
    assert listed() == ["S-2", "S-1"]
    assert listed(sort="serialNumber", state="not_installed") == ["S-1", "S-2"]
    assert listed(filter="ana sil") == listed(template_id=template_id) == ["S-1"]
    assert holder(world, "S-2")["customer_name"] is None
    for page, serials in ((1, ["S-2"]), (2, ["S-1"]), (3, [])):
        paged = {"filter": "S-", "page": page, "pageSize": 1}
        found = world.ask("POST", "/v1/list-pass-holders", **paged).json()
        assert ([it["serialNumber"] for it in found["items"]], found["total"]) == (serials, 2)
    assert listed(filter="nobody") == []

    phone, other = world.install(card, device="phone"), world.install(card, device="other")
    found = holder(world, "S-1")
    assert (found["state"], found["phones"], found["is_at_google"]) == ("installed", 2, False)
    assert (found["customer_id"], found["customer_name"]) == (ana, "Ana Silva")
    assert found["created_at"] < found["installed_at"]
    assert listed(state="installed") == ["S-1"]

    body = {"pass_id": card["pass_id"], "idempotency_key": "at-the-till"}
    world.ask("POST", "/v1/redeem-pass", **body)
    found = holder(world, "S-1")
    assert found["uses"] == 1
    assert found["used_at"] > found["installed_at"]

    assert phone.remove(card, world.token(card)) == 200
    found = holder(world, "S-1")
    assert (found["state"], found["phones"], found["removed_at"]) == ("installed", 1, None)
    assert other.remove(card, world.token(card)) == 200
    found = holder(world, "S-1")
    assert (found["state"], found["phones"], found["installed_at"]) == ("removed", 0, None)
    assert found["removed_at"] > found["used_at"]
    assert listed(state="removed") == ["S-1"]

    world.install(card, device="phone")
    assert holder(world, "S-1")["removed_at"] is None
    assert (listed(state="removed"), listed(state="void")) == ([], [])
    templates.void(card)
    assert listed(state="void") == ["S-1"]
    assert holder(world, "S-1")["is_void"] is True


def test_list_with_an_unknown_column_or_state_is_refused(world: World) -> None:
    for name, value in (("sort", "phones"), ("state", "lost")):
        problem = world.ask("POST", "/v1/list-pass-holders", 422, **{name: value}).json()
        assert problem["errors"][0]["field"] == name
