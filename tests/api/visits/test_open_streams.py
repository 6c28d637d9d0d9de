"""Open streams: how many one caller may have, and how many there may be in total."""

import httpx2 as httpx
import pytest

from api.kit.process_state import ProcessState
from api.kit.stream_slots import SPARE_SECONDS, StreamSlots, TooManyStreams
from api.kit.web_app import WebApp
from tests.support.app_state import change_state
from tests.support.browsers import BROWSER
from tests.support.people import Somebody
from tests.support.waiting import eventually
from tests.support.web import served


def test_stream_slots_are_limited_per_holder_and_in_total_and_expire() -> None:
    now = 0.0
    slots = StreamSlots(per_client=2, in_all=3, monotonic=lambda: now)
    release = slots.acquire("org_a", 10)
    slots.acquire("org_a", 10)
    with pytest.raises(TooManyStreams):
        slots.acquire("org_a", 10)
    slots.acquire("org_b", 10)
    with pytest.raises(TooManyStreams):
        slots.acquire("org_b", 10)

    release()
    release()
    slots.acquire("org_c", 10)
    with pytest.raises(TooManyStreams):
        slots.acquire("org_a", 10)

    now = 11 + SPARE_SECONDS
    slots.acquire("org_a", 10)


def test_visitor_stream_beyond_the_last_slot_is_refused_until_one_closes(
    app: WebApp, editor: Somebody
) -> None:
    change_state(app, ProcessState, visitor_streams=StreamSlots(per_client=2, in_all=10))
    with served(app) as address, httpx.Client(base_url=address, headers=BROWSER) as browser:
        body = {"name": "Summer", "consent_text": "I agree"}
        made = browser.post("/v1/selfiewall/create-selfiewall", json=body, headers=editor.headers)
        events = f"/wall/{made.json()['wall_id']}/events"
        with browser.stream("GET", events) as first, browser.stream("GET", events) as second:
            third = browser.get(events)

        def opens() -> bool:
            with browser.stream("GET", events) as again:
                return again.status_code == 200

        eventually(opens)

    assert (first.status_code, second.status_code, third.status_code) == (200, 200, 429)
    assert third.headers["retry-after"] == "60"
