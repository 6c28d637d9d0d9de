"""The number of customers is an estimate if it is large, and marked as one."""

from functools import partial

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from api.db.engine import make_engine
from api.db.estimates import total_of
from api.domains.people.customers import listing_repository
from api.domains.people.segments import member_repository
from tests.support.member_calls import Calls

VIP = {"kind": "all", "conditions": [{"kind": "tag", "values": ["vip"]}]}


def test_total_of_a_long_list_is_an_estimate(call: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Ana", "Ben", "Eve"):
        call("save-customer", first_name=name, email=f"{name}@example.com", tags=["vip"])
    exact = call("get-customers")

    monkeypatch.setattr(listing_repository, "total_of", partial(total_of, counted=2))
    for narrowed in ({}, {"tags": ["vip"]}, {"has": ["email"]}, {"sort": "name"}):
        found = call("get-customers", **narrowed)
        assert (found["is_total_exact"], len(found["items"])) == (False, 3)
        assert found["total"] >= 2
    one = call("get-customers", filter="ana@example.com")

    assert (exact["total"], exact["is_total_exact"]) == (3, True)
    assert (one["total"], one["is_total_exact"]) == (1, True)


def test_segment_preview_states_an_approximate_count(
    call: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    for tags in (["vip"], ["vip"], ["vip"], []):
        call.add(first_name="Ana", tags=tags)
    exact = call("preview-segment", rules=VIP)
    monkeypatch.setattr(member_repository, "total_of", partial(total_of, counted=2))
    about = call("preview-segment", rules=VIP)

    assert (exact["count"], exact["total"], exact["is_total_exact"]) == (3, 4, True)
    assert (about["count"], about["is_total_exact"]) == (3, False)
    assert about["total"] >= about["count"], "a part is never more than the whole"

    with Session(make_engine(call.settings)) as session:
        totals = [
            total_of(session, select(func.generate_series(1, rows).column_valued()))
            for rows in (9_999, 10_000, 10_001, 123_456, 1_550_000)
        ]
    assert totals == [
        (9_999, True),
        (10_000, True),
        (10_000, False),
        (120_000, False),
        (1_600_000, False),
    ]
