"""Pages and responses are gzipped for clients that accept it; streams and small responses are not compressed."""

import pytest
from starlette.testclient import TestClient

from tests.support.calling import call
from tests.support.people import Somebody

pytestmark = pytest.mark.one_database

PAGE = {"Accept": "text/html", "Accept-Encoding": "gzip"}


@pytest.fixture
def wall(client: TestClient, editor: Somebody) -> str:
    made = call(
        client, editor, "selfiewall/create-selfiewall", name="Summer party", moderation="after"
    )
    return f"/wall/{made['wall_id']}/"


def _length(client: TestClient, path: str, **headers: str) -> tuple[int, str | None]:
    with client.stream("GET", path, headers=PAGE | headers) as answer:
        assert answer.status_code == 200
        return len(b"".join(answer.iter_raw())), answer.headers.get("content-encoding")


def test_page_is_compressed_for_clients_that_accept_it(client: TestClient, wall: str) -> None:
    small, encoding = _length(client, wall)
    whole, plain = _length(client, wall, **{"Accept-Encoding": "identity"})

    assert (encoding, plain) == ("gzip", None)
    assert small < whole / 2


def test_compression_does_not_delay_streamed_events(client: TestClient, wall: str) -> None:
    _, encoding = _length(client, f"{wall}events?seconds=0")

    assert encoding is None


def test_lists_are_compressed_too(client: TestClient, editor: Somebody) -> None:
    for number in range(5):
        call(client, editor, "qr/create-code", name=f"Table {number}", type="page")

    answer = client.post(
        "/v1/get-all-qr-codes", json={}, headers=editor.headers | {"Accept-Encoding": "gzip"}
    )

    assert answer.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["vary"]
    assert len(answer.json()["items"]) == 5
