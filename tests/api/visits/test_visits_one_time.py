"""One-time codes from the visitor's point of view: opening is free, and pressing the button redeems it, exactly
once.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import httpx2
import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.codes.codes.passwords import hash_password
from api.kit.process_state import ProcessState
from ingest.contracts.redemption import RedemptionRecordedV2
from runtime.settings import Settings
from tests.support.app_state import change_state
from tests.support.people import Org
from tests.support.visits import Outbox, make_code

pytestmark = pytest.mark.one_database

PERSON = {
    "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari/604.1",
    "Accept": "text/html",
}


@pytest.fixture
def one_time(settings: Settings, org: Org) -> Callable[..., str]:
    """`one_time(**columns)` → id of a one-time code."""
    url, base = settings.database_url, make_code(settings.database_url, org.org_id)

    def make(**columns: Any) -> str:
        # A child follows its base in everything that its `overrides` do not name.
        own = {"overrides": ["destination", "content", "state", "fallback_url", "rules"]}
        values = {"base_code_id": base, "one_time_state": "issued", **own, **columns}
        return make_code(url, org.org_id, **values)

    return make


def state_of(settings: Settings, code_id: str) -> Any:
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(
            "select one_time_state, one_time_opened_at is not null, one_time_used_at is not null"
            " from codes where code_id = %s",
            [code_id],
        ).fetchone()


def used_in(outbox: Outbox) -> list[RedemptionRecordedV2]:
    return [event for event in outbox.events() if isinstance(event, RedemptionRecordedV2)]


def test_opening_a_one_time_code_shows_the_offer_and_redeems_nothing(
    settings: Settings, client: TestClient, one_time: Callable[..., str], outbox: Outbox
) -> None:
    code_id = one_time(name="Free coffee")

    for headers in ({"User-Agent": "WhatsApp/2.23"}, PERSON | {"Sec-Purpose": "prefetch"}):
        client.get(f"/code/{code_id}", headers=headers)
    client.head(f"/code/{code_id}", headers=PERSON)
    untouched = state_of(settings, code_id)
    offer = client.get(f"/code/{code_id}", headers=PERSON)

    assert untouched == ("issued", False, False)
    assert offer.status_code == 200
    assert "Free coffee" in offer.text
    assert f'method="post" action="/code/{code_id}/use"' in offer.text
    assert state_of(settings, code_id) == ("opened", True, False)
    assert used_in(outbox) == []
    assert {scan.data.outcome for scan in outbox.scans()} == {"page"}


def test_button_redeems_the_code_and_the_second_press_shows_when(
    settings: Settings,
    org: Org,
    client: TestClient,
    one_time: Callable[..., str],
    outbox: Outbox,
) -> None:
    code_id = one_time()
    today = datetime.now(ZoneInfo(org.time_zone))

    first = client.post(f"/code/{code_id}/use", headers=PERSON)
    second = client.post(f"/code/{code_id}/use", headers=PERSON)

    assert first.status_code == 200
    assert "Used just now" in first.text
    assert first.headers["cache-control"] == "private, no-cache", "so that Back shows it again"
    assert 'href="https://harbor.example/menu"' in first.text
    assert second.status_code == 410
    assert f"Already used on {today:%-d %B %Y}" in second.text
    assert state_of(settings, code_id)[0] == "used"
    (event,) = used_in(outbox)
    assert (event.code_id, event.data.kind, event.data.subject_id) == (
        code_id,
        "one_time_code",
        code_id,
    )
    assert event.data.base_code_id is not None


def test_two_hundred_concurrent_presses_redeem_the_code_once(
    settings: Settings, client: TestClient, one_time: Callable[..., str], outbox: Outbox
) -> None:
    code_id = one_time()
    change_state(client.app, ProcessState, rate_limits=_no_limits())

    async def press_all() -> list[str]:
        transport = httpx2.ASGITransport(app=client.app)
        async with httpx2.AsyncClient(
            transport=transport, base_url="http://waypost.example", timeout=60
        ) as many:
            answers = await asyncio.gather(
                *(many.post(f"/code/{code_id}/use", headers=PERSON) for _ in range(200))
            )
        return [f"{it.status_code} {'Used just now' in it.text}" for it in answers]

    outcomes = Counter(client.portal.call(press_all))  # type: ignore[union-attr]

    assert outcomes == {"200 True": 1, "410 False": 199}
    assert len(used_in(outbox)) == 1


@pytest.mark.parametrize(
    ("columns", "status", "heading"),
    [
        ({"one_time_state": "void"}, 410, "No longer valid"),
        ({"one_time_state": "used", "one_time_used_at": datetime.now(UTC)}, 410, "Already used"),
        ({"state": "paused"}, 404, "This code is paused"),
    ],
)
def test_unusable_one_time_code_is_not_redeemed(
    client: TestClient,
    one_time: Callable[..., str],
    outbox: Outbox,
    columns: dict[str, Any],
    status: int,
    heading: str,
) -> None:
    code_id = one_time(**columns)

    for answer in (
        client.get(f"/code/{code_id}", headers=PERSON),
        client.post(f"/code/{code_id}/use", headers=PERSON),
    ):
        assert answer.status_code == status
        assert heading in answer.text
    assert used_in(outbox) == []


@pytest.mark.parametrize(
    "headers",
    [{"User-Agent": "curl/8"}, {"User-Agent": ""}, PERSON | {"Sec-Fetch-Site": "cross-site"}],
)
def test_bots_and_cross_site_requests_do_not_redeem(
    settings: Settings,
    client: TestClient,
    one_time: Callable[..., str],
    headers: dict[str, str],
) -> None:
    code_id = one_time()

    client.post(f"/code/{code_id}/use", headers=headers)

    assert state_of(settings, code_id)[0] == "issued"


def test_bot_that_presses_the_button_does_not_see_password_protected_content(
    settings: Settings, client: TestClient, org: Org
) -> None:
    locked = make_code(
        settings.database_url, org.org_id, password_hash=hash_password("open sesame")
    )
    code_id = make_code(
        settings.database_url,
        org.org_id,
        name="Secret supper",
        base_code_id=locked,
        one_time_state="issued",
    )

    answer = client.post(f"/code/{code_id}/use", headers={"User-Agent": "curl/8"})

    assert "Secret supper" not in answer.text
    assert f'action="/code/{code_id}/password"' in answer.text


def test_repeated_idempotency_key_gets_the_first_response(
    client: TestClient, one_time: Callable[..., str]
) -> None:
    code_id = one_time()
    client.get(f"/code/{code_id}", headers=PERSON)  # the visitor has a cookie from here on
    keyed = PERSON | {"Idempotency-Key": "press-1"}

    answers = [client.post(f"/code/{code_id}/use", headers=keyed) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].text == answers[1].text


def test_only_one_time_codes_can_be_redeemed(
    client: TestClient, settings: Settings, org: Org
) -> None:
    code_id = make_code(settings.database_url, org.org_id)

    assert client.post(f"/code/{code_id}/use", headers=PERSON).status_code == 303
    assert client.post("/code/zzzzzzzzzz/use", headers=PERSON).status_code == 404


def _no_limits() -> Any:
    class Unlimited:
        def hit(self, *_: Any, **__: Any) -> None:
            """Allow everything: the test makes two hundred attempts from one address."""

    return Unlimited()
