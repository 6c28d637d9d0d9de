"""Several passes of one person in one file, which a phone adds at once."""

import io
import zipfile
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.domains.wallet.passes import bundles
from tests.support.pass_calls import drawn_pass
from tests.support.people import Somebody


class Passes:
    """An editor's calls about passes."""

    def __init__(self, client: TestClient, who: Somebody) -> None:
        self._client, self._headers = client, who.headers

    def post(self, path: str, **body: Any) -> Any:
        return self._client.post(path, headers=self._headers, json=body)

    def bundle(self, **body: Any) -> Any:
        return self._client.put("/v1/bundle-passes", headers=self._headers, json=body)

    def made(self, **changes: Any) -> dict[str, Any]:
        content = {**drawn_pass("Harbor"), **changes.pop("content", {})}
        answer = self.post("/dev/pass", content=content, **changes)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())


def test_passes_of_a_person_are_one_bundle_of_up_to_10_passes_and_150_mb(
    client: TestClient, editor: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    passes = Passes(client, editor)
    customer = passes.post("/v1/save-customer", email="ana@example.com").json()["customer_id"]
    tickets = [
        passes.made(customer_id=customer, content={"style": "event_ticket", "group": "order-7"})
        for _ in range(2)
    ]
    passes.made(customer_id=customer)
    passes.made(customer_id=customer, content={"is_void": True})

    whole = passes.bundle(customer_id=customer)
    order = passes.bundle(customer_id=customer, group="order-7")

    assert whole.headers["content-type"] == "application/vnd.apple.pkpasses"
    with zipfile.ZipFile(io.BytesIO(whole.content)) as archive:
        assert len(archive.namelist()) == 3
    with zipfile.ZipFile(io.BytesIO(order.content)) as archive:
        names = archive.namelist()
        with zipfile.ZipFile(io.BytesIO(archive.read(names[0]))) as package:
            assert "signature" in package.namelist()
    assert names == [f"{at}-{it['serialNumber']}.pkpass" for at, it in enumerate(tickets, 1)]

    for _ in range(8):
        passes.made(customer_id=customer)
    refused = passes.bundle(customer_id=customer)
    assert refused.status_code == 422
    assert "ten" in refused.text
    monkeypatch.setattr(bundles, "MOST_BYTES_IN_BUNDLE", len(order.content) // 2)
    assert "150 MB" in passes.bundle(customer_id=customer, group="order-7").text
    assert passes.bundle(pass_ids=["pass_none"]).status_code == 404
    assert passes.bundle().status_code == 422
