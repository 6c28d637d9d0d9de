"""Points and rewards at tills and by members appear in the reports of the warehouse, with names and costs."""

import base64
import csv
import io
from typing import Any

import pytest
from starlette.testclient import TestClient

from ingest.contracts.award import AwardRecorded
from ingest.landing.rows import event_row, event_table
from tests.pipelines.events import land
from tests.support.loyalty import Till
from tests.support.people import MakeOrg, Org, Somebody
from tests.support.visits import Outbox
from warehouse.builds.activity import build_activity
from warehouse.lake import Lake
from warehouse.reports.catalogue import all_reports

OF_LOYALTY = sorted(
    name
    for name, report in all_reports().items()
    if {"loyalty_entries", "reward_awards"} & {*report.marts}
)


@pytest.fixture
def till(client: TestClient, admin: Somebody) -> Till:
    return Till(client, admin)


def land_all(lake: Lake, outbox: Outbox) -> None:
    """Land the content of the outbox in the lake."""
    rows = [
        event_row(event, 0, pos, is_duplicate=False) for pos, event in enumerate(outbox.events())
    ]
    land(lake, *event_table(rows).to_pylist())


def rows_of(till: Till, report: str, **body: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = till.call(
        "get-report", report=report, **{"interval": "30day", **body}
    )["rows"]
    return rows


def test_points_rewards_and_customers_are_reported(
    till: Till, outbox: Outbox, lake: Lake, org: Org
) -> None:
    till.call("rewards/save-program", points_expire_days=365, stamps_goal=10)
    ana, ben = till.customer(), till.customer()
    coffee = till.reward(name="Coffee", price=10, cost_cents=120, paid_by="Oat Mill")
    cake = till.reward(name="Cake", cost_cents=200)
    till.give(ana, 50)
    wrong = till.give(ben, 30)["movement_id"]
    till.post(ben, action="undo", unit="points", movement_id=wrong)
    till.give(ben, 25)
    till.post(ben, action="correct", unit="points", amount=-5, note="Counted twice")
    till.redeem(ana, reward_id=coffee)
    second = till.redeem(ana, reward_id=coffee)["award"]
    till.redeem(ana, action="undo", award_id=second["award_id"])
    gift = till.call("campaign-reward", customer_id=ben, reward_id=cake)["award"]
    till.redeem(ben, award_id=gift["award_id"])
    till.call("campaign-reward", customer_id=ana, reward_id=cake)

    awards = [it.data for it in outbox.events() if isinstance(it, AwardRecorded)]
    assert [(it.action, it.source, it.price, it.cost_cents) for it in awards] == [
        ("redeemed", "bought", 10, 120),
        ("redeemed", "bought", 10, 120),
        ("undone", "bought", 10, 120),
        ("given", "given", 0, 200),
        ("redeemed", "given", 0, 200),
        ("given", "given", 0, 200),
    ]
    land_all(lake, outbox)
    seen = {name: rows_of(till, name) for name in OF_LOYALTY}

    held = sum(till.balance(customer)[0] for customer in (ana, ben))
    (liability,) = seen["points_liability"]
    assert (liability["outstanding"], liability["amount_cents"]) == (held, held * 12)
    assert liability["cost_per_point_cents"] == 12
    (month,) = seen["points_by_month"]
    assert (month["given"], month["taken_back"], month["spent"]) == (105, 35, 10)
    redeemed = {row["reward_name"]: row for row in seen["reward_redemptions"]}
    coffees, cakes = redeemed["Coffee"], redeemed["Cake"]
    assert (coffees["paid_by"], coffees["redeemed"], coffees["undone"]) == ("Oat Mill", 1, 1)
    assert (coffees["points"], coffees["cost_cents"]) == (10, 120)
    assert (cakes["paid_by"], cakes["given"], cakes["redeemed"]) == ("", 2, 1)
    (gifts,) = seen["reward_gifts"]
    assert (gifts["given"], gifts["redeemed"], gifts["still_open"]) == (2, 1, 1)
    assert gifts["open_cost_cents"] == 200
    best = {row["customer_id"]: row for row in seen["best_customers"]}
    assert (best[ana]["points_given"], best[ana]["points_spent"], best[ana]["redeemed"]) == (
        *(50, 10),
        1,
    )
    number = till.call("rewards/get-swapt-card", customer_id=ana)["number"]
    assert best[ana]["customer_name"] == number

    build_activity(lake, {org.org_id: "UTC"})
    assert {name: rows_of(till, name) for name in OF_LOYALTY} == seen


def test_report_can_be_exported_as_a_file_with_the_same_rows(
    till: Till, outbox: Outbox, lake: Lake
) -> None:
    coffee = till.reward(name="Coffee", price=4, cost_cents=100)
    ana = till.customer()
    till.give(ana, 10)
    till.redeem(ana, reward_id=coffee)
    land_all(lake, outbox)

    body = {"from": "report:points_liability", "params": {"interval": "30day"}}
    made = till.call("export-csv", **body)
    (row,) = csv.DictReader(io.StringIO(base64.b64decode(made["data"]).decode("utf-8-sig")))

    assert list(row.values())[-4:] == ["6", "0", "25.0", "150"]


def test_offered_rewards_give_points_a_value_before_the_first_redemption(
    till: Till, outbox: Outbox, lake: Lake
) -> None:
    till.reward(price=100, cost_cents=250)
    gone = till.reward(price=1, cost_cents=900)
    till.call("register-reward", action="delete", reward_list=[{"reward_id": gone}])
    till.give(till.customer(), 40)
    land_all(lake, outbox)

    (cost,) = rows_of(till, "point_costs")
    (liability,) = rows_of(till, "points_liability")

    assert (cost["basis"], cost["cost_per_point_cents"]) == ("offered", 2.5)
    assert (liability["outstanding"], liability["amount_cents"]) == (40, 100)


def test_merged_profiles_are_one_customer(
    till: Till, outbox: Outbox, lake: Lake, client: TestClient
) -> None:
    ana, twin = till.customer(), till.customer()
    till.give(ana, 10)
    till.give(twin, 5)
    till.call("merge-customers", keep=ana, merge=twin)
    land_all(lake, outbox)

    (row,) = rows_of(till, "best_customers")

    assert row["points_given"] == 15


def test_no_report_includes_data_of_another_organisation(
    till: Till, outbox: Outbox, lake: Lake, client: TestClient, make_org: MakeOrg, people: Any
) -> None:
    coffee = till.reward(price=4, cost_cents=100, paid_by="Oat Mill")
    ana = till.customer()
    till.give(ana, 10)
    till.redeem(ana, reward_id=coffee)
    land_all(lake, outbox)
    stranger = Till(client, people.member(make_org(), "admin"))

    found = {name: rows_of(stranger, name) for name in OF_LOYALTY}

    assert found == {name: [] for name in OF_LOYALTY}
