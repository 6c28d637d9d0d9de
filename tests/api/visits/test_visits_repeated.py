"""append-scan and collect with an Idempotency-Key: a client may repeat a request of which it does not know whether it
arrived.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.browsers import IPHONE
from tests.support.people import Org
from tests.support.visits import Outbox, make_code

pytestmark = pytest.mark.one_database

PERSON = {"User-Agent": IPHONE}
Post = Callable[..., Response]


@pytest.fixture
def post(client: TestClient) -> Post:
    """`post(call, key, **body)`."""

    def post_one(call: str, key: str, **body: Any) -> Response:
        headers = PERSON | {"Idempotency-Key": key}
        answer: Response = client.post(f"/v1/{call}", json=body, headers=headers)
        return answer

    return post_one


def test_repeated_scan_counts_once_and_gets_the_first_response(
    post: Post, org: Org, settings: Settings, outbox: Outbox
) -> None:
    code_id = make_code(settings.database_url, org.org_id)

    first = post("append-scan", "till-7", code_id=code_id)
    again = post("append-scan", "till-7", code_id=code_id)
    another = post("append-scan", "till-8", code_id=code_id)

    assert first.status_code == 200
    assert again.json() == first.json()
    assert again.headers["idempotency-replayed"] == "true"
    assert another.json()["event_id"] != first.json()["event_id"]
    assert len(outbox.scans()) == 2


def test_idempotency_key_belongs_to_one_request(
    post: Post, org: Org, settings: Settings, outbox: Outbox
) -> None:
    code_id = make_code(settings.database_url, org.org_id)
    post("append-scan", "till-7", code_id=code_id)

    other = post("append-scan", "till-7", code_id=code_id, language="fr")
    odd = post("append-scan", "two words", code_id=code_id)

    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")
    assert odd.status_code == 400
    assert len(outbox.scans()) == 1


def test_parallel_repeats_use_up_a_scan_limit_once(
    post: Post, org: Org, settings: Settings, outbox: Outbox
) -> None:
    code_id = make_code(settings.database_url, org.org_id, scan_limit=2)

    with ThreadPoolExecutor(8) as pool:
        answers = list(
            pool.map(lambda _: post("append-scan", "till-9", code_id=code_id), range(24))
        )
    after = post("append-scan", "till-10", code_id=code_id)

    assert {answer.status_code for answer in answers} <= {200, 409}
    assert len({answer.json()["event_id"] for answer in answers if answer.status_code == 200}) == 1
    assert after.json()["outcome"] == "redirect"
    assert len(outbox.scans()) == 2


def test_repeated_batch_of_page_events_counts_once(
    post: Post, org: Org, settings: Settings, outbox: Outbox
) -> None:
    code_id = make_code(settings.database_url, org.org_id)
    batch = [{"code_id": code_id}, {"code_id": code_id, "action": "dance"}]

    first = post("collect", "page-1", events=batch)
    again = post("collect", "page-1", events=batch)

    assert again.json() == first.json()
    assert (first.json()["accepted"], first.json()["rejected"]) == (1, 1)
    assert len(outbox.events()) == 1
