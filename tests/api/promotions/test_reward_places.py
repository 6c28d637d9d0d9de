"""Stock by place and day: equal to a plain evaluation, and never more than there is."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from uuid_utils.compat import uuid7

from api.auth.member import Member, viewer_of
from api.auth.tenants import organization_of
from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.promotions.loyalty.dependencies import ledger_of
from api.domains.promotions.rewards.dependencies import definitions_of, knows_code_of
from api.domains.promotions.rewards.errors import RewardUnavailable
from api.domains.promotions.rewards.schemas import Redeem, RegisterReward, RewardDraft
from api.domains.promotions.rewards.service import RewardService
from api.kit.ids import new_id
from runtime.settings import Settings
from tests.support.codes import make_code
from tests.support.loyalty import Till
from tests.support.people import Somebody

PARALLEL = 64
START = datetime(2026, 5, 1, 12, tzinfo=UTC)
AROUND = {
    "innerKKKK2": {"fld_outer", "fld_inner"},
    "ayterKKKK2": {"fld_outer"},
    "freeKKKKK2": set[str](),
}
"""The folders of each code."""
PLACED = {
    "innerKKKK2": "store: Midtown",
    "ayterKKKK2": "store: Boston",
    "freeKKKKK2": "store: Midtown",
}
"""The placement of each code."""

limits = st.one_of(st.none(), st.integers(0, 4))
places = st.dictionaries(
    st.sampled_from(["fld_outer", "fld_inner", "store: Midtown", "store: Boston"]),
    st.tuples(limits, limits),
    max_size=3,
)
steps = st.lists(
    st.one_of(
        st.sampled_from(["innerKKKK2", "ayterKKKK2", "freeKKKKK2", "nowhere", "day"]),
        st.integers(0, 5),
    ),
    max_size=14,
)


@dataclass
class Running:
    """A session for one organisation with three codes."""

    session: Session
    me: Member
    numbers: Iterator[int]


@pytest.fixture(scope="module")
def running(module_settings: Settings) -> Iterator[Running]:
    org_id = new_id("org")
    with psycopg.connect(module_settings.database_url) as connection:
        connection.execute(
            "insert into organizations (org_id, slug, name, time_zone) values (%s, %s, 'A', 'UTC')",
            [org_id, org_id.lower()],
        )
        for folder, parent in (("fld_outer", None), ("fld_inner", "fld_outer")):
            connection.execute(
                "insert into folders (folder_id, org_id, name, parent_id, created_at)"
                " values (%s, %s, %s, %s, now())",
                [folder, org_id, folder, parent],
            )
        for code, folder in (
            ("innerKKKK2", "fld_inner"),
            ("ayterKKKK2", "fld_outer"),
            ("freeKKKKK2", None),
        ):
            connection.execute(
                "insert into codes (code_id, org_id, name, type, destination, folder_id, properties, tags,"
                " created_at) values (%s, %s, 'Menu', 'redirect', 'https://a.example/', %s,"
                " jsonb_build_object('store', %s::text), '{}', now())",
                [code, org_id, folder, PLACED[code].removeprefix("store: ")],
            )
    with Session(make_engine(module_settings)) as session:
        enter_tenant(session, org_id)
        yield Running(session, viewer_of(organization_of(session, org_id)), count())
        session.rollback()


@given(places, limits, limits, steps)
def test_stock_by_place_and_day_equals_a_plain_evaluation(
    running: Running,
    places: dict[str, tuple[int | None, int | None]],
    stock: int | None,
    stock_per_day: int | None,
    steps: list[str | int],
) -> None:
    me, session, now = running.me, running.session, START
    draft = RewardDraft.model_validate(
        {
            "name": "Coffee",
            "stock": stock,
            "stock_per_day": stock_per_day,
            "stock_by_place": [
                {
                    "kind": "folder" if it.startswith("fld_") else "placement",
                    "value": it,
                    "stock": in_all,
                    "stock_per_day": a_day,
                }
                for it, (in_all, a_day) in places.items()
            ],
        }
    )
    (reward,) = definitions_of(session, now).register(
        me, RegisterReward(action="create", reward_list=[draft])
    )
    customer = [f"cus_{next(running.numbers)}"]
    taken, done = Counter[str](), list[tuple[str, datetime, list[str]]]()

    def service() -> RewardService:
        return RewardService(
            *(session, ledger_of(session, now), knows_code_of(session)),
            now=now,
            new_id=new_id,
            new_event_id=uuid7,
        )

    for step in steps:
        if step == "day":
            now += timedelta(days=1)
        elif isinstance(step, int):
            if done:
                award_id, at, counters = done[step % len(done)]
                if now == at:
                    undone = service().undo(me, customer, award_id)
                    assert undone.state == "undone"
                    taken.subtract(counters)
                    done.remove((award_id, at, counters))
        else:
            here = [it for it in places if it in AROUND.get(step, ()) or PLACED.get(step) == it]
            wanted = {"all": stock, f"all {now.date()}": stock_per_day}
            for it in here:
                wanted |= {it: places[it][0], f"{it} {now.date()}": places[it][1]}
            is_there = not places or bool(here)
            is_left = all(most is None or taken[it] < most for it, most in wanted.items())
            body = Redeem(
                customer_id=customer[0],
                reward_id=reward.reward_id,
                code_id=None if step == "nowhere" else step,
            )
            try:
                with session.begin_nested():
                    award = service().redeem(me, customer, body)
            except RewardUnavailable as refused:
                found = refused.extra["reason"]
            else:
                found = None
            assert found == (None if is_there and is_left else "stock" if is_there else "here")
            if found is None:
                taken.update(list(wanted))
                done.append((award.award_id, now, list(wanted)))

    (read,) = [
        it
        for it in definitions_of(session, now).register(me, RegisterReward())
        if it.reward_id == reward.reward_id
    ]
    assert (read.taken, read.taken_today) == (taken["all"], taken[f"all {now.date()}"])
    assert {it.value: (it.taken, it.taken_today) for it in read.stock_by_place} == {
        it: (taken[it], taken[f"{it} {now.date()}"]) for it in places
    }


@pytest.fixture
def till(client: TestClient, admin: Somebody) -> Till:
    return Till(client, admin)


def test_many_customers_at_two_places_get_exactly_the_stock_of_each(
    till: Till, client: TestClient, admin: Somebody
) -> None:
    one, two = (
        make_code(client, admin, properties={"store": store}) for store in ("Midtown", "Boston")
    )
    coffee = till.reward(
        stock=25,
        stock_by_place=[
            {"kind": "placement", "value": "store:Midtown", "stock": 7},
            {"kind": "placement", "value": "store: Boston", "stock_per_day": 11},
        ],
    )
    customers = [till.customer() for _ in range(8)]

    def redeem(number: int) -> int:
        body = {"customer_id": customers[number % 8], "reward_id": coffee}
        return till.settled(
            "rewards/redeem",
            {**body, "code_id": (one, two)[number % 2], "idempotency_key": f"once-{number}"},
        )

    with ThreadPoolExecutor(PARALLEL) as pool:
        results = list(pool.map(redeem, range(PARALLEL)))

    assert Counter(results[::2]) == {200: 7, 409: 25}
    assert Counter(results[1::2]) == {200: 11, 409: 21}
    (read,) = till.call("register-reward")["items"]
    assert read["taken"] == 18
    assert [it["taken"] for it in read["stock_by_place"]] == [7, 11]


def test_card_shows_whether_a_place_has_the_reward(
    till: Till, client: TestClient, admin: Somebody
) -> None:
    here, elsewhere = (
        make_code(client, admin, properties={"store": store}) for store in ("Midtown", "Boston")
    )
    till.reward(stock_by_place=[{"kind": "placement", "value": "store: Midtown", "stock": 1}])
    ana = till.customer()

    def reason(**place: str) -> Any:
        card = till.call("rewards/get-swapt-card", customer_id=ana, **place)
        return card["rewards"][0]["reason"]

    assert (reason(code_id=here), reason(code_id=elsewhere), reason()) == (None, "here", "here")


@pytest.mark.parametrize(
    ("places", "field"),
    [
        ([{"kind": "folder", "value": "fld_nothing"}], "stock_by_place.0.value"),
        ([{"kind": "placement", "value": "Midtown"}], "stock_by_place.0.value"),
        (
            [{"kind": "placement", "value": it} for it in ("store: A", "store:A")],
            "stock_by_place.1.value",
        ),
    ],
)
def test_unknown_or_duplicate_place_is_refused(
    till: Till, places: list[dict[str, Any]], field: str
) -> None:
    draft = {"name": "Coffee", "stock_by_place": places}

    refused = till.call("register-reward", 422, action="create", reward_list=[draft])

    assert [it["field"] for it in refused["errors"]] == [f"reward_list.0.{field}"]
