"""Codes that lead to a pass: one for everybody, or one for each visitor."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.pass_calls import drawn_pass
from tests.support.people import Somebody

BROWSER = {
    "accept": "text/html",
    "accept-language": "en",
    "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
}
NAMED = {
    "fields": [
        {
            "key": "name",
            "zone": "primary",
            "label": "Name",
            "value": "Hello {{customer.name|Guest}}",
        },
        {"key": "number", "zone": "back", "label": "Number", "value": "{{serial}}"},
    ],
    "barcode": {"message": "WP", "text": "WP"},
}


class PassCodes:
    """The calls of an editor, and what visitors get."""

    def __init__(self, client: TestClient, who: Somebody, visitor: TestClient) -> None:
        self._client = client
        self._headers = who.headers
        self.visitor = visitor

    def call(self, path: str, status: int = 200, **body: Any) -> Any:
        answer = self._client.post(path, headers=self._headers, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def made(self, **changes: Any) -> str:
        content = {**drawn_pass("Harbor"), **changes}
        return str(self.call("/dev/pass", content=content)["pass_id"])

    def code(self) -> str:
        return str(self.call("/v1/qr/create-code", name="Pass", type="pass")["code_id"])

    def opened(self, code_id: str, browser: TestClient | None = None) -> str:
        """Return where a scan leads."""
        answer = (browser or self.visitor).get(
            f"/code/{code_id}", headers=BROWSER, follow_redirects=False
        )
        assert answer.status_code == 302, answer.text
        return str(answer.headers["location"])

    def taken(self, offer: str, name: str = "", status: int = 303) -> str:
        answer = self.visitor.post(
            offer, data={"name": name}, headers=BROWSER, follow_redirects=False
        )
        assert answer.status_code == status, answer.text
        return str(answer.headers.get("location", answer.text))


@pytest.fixture
def codes(client: TestClient, editor: Somebody, visitor: TestClient) -> PassCodes:
    return PassCodes(client, editor, visitor)


def test_code_redirects_all_visitors_to_one_shared_pass(codes: PassCodes) -> None:
    pass_id, code_id = codes.made(), codes.code()

    assert codes.call("/v1/get-pass-code", code_id=code_id)["pass_id"] is None
    read = codes.call("/v1/save-pass-code", code_id=code_id, pass_id=pass_id)

    assert read == codes.call("/v1/get-pass-code", code_id=code_id)
    assert (read["pass_id"], read["is_personal"], read["given"]) == (pass_id, False, None)
    assert codes.opened(code_id) == f"/card/{pass_id}"


def test_each_visitor_gets_their_own_pass(codes: PassCodes) -> None:
    code_id = codes.code()
    connection = {"code_id": code_id, "pass_id": codes.made(**NAMED), "is_personal": True}
    codes.call("/v1/save-pass-code", **connection)
    offer = codes.opened(code_id)

    page = codes.visitor.get(offer, headers=BROWSER)
    given = codes.taken(offer, "  Ana <b> ")
    again = codes.taken(offer, "Ben")
    led = codes.visitor.get(offer, headers=BROWSER, follow_redirects=False)
    codes.visitor.cookies.clear()
    other = codes.taken(offer, "Ben")

    assert 'name="name"' in page.text
    assert given == again == led.headers["location"]
    assert other != given
    shown = codes.visitor.get(given, headers=BROWSER).text
    assert "Hello Ana &lt;b&gt;" in shown
    assert ">WP<" not in shown
    assert codes.call("/v1/get-pass-code", code_id=code_id)["given"] == 2


def test_opening_an_offer_gives_no_pass(codes: PassCodes) -> None:
    code_id = codes.code()
    codes.call("/v1/save-pass-code", code_id=code_id, pass_id=codes.made(), is_personal=True)
    offer = codes.opened(code_id)

    for method in ("GET", "HEAD"):
        codes.visitor.request(method, offer, headers=BROWSER)

    assert codes.call("/v1/get-pass-code", code_id=code_id)["given"] == 0


def test_no_more_passes_are_given_than_the_maximum(codes: PassCodes) -> None:
    code_id = codes.code()
    connection = {"code_id": code_id, "pass_id": codes.made(), "is_personal": True, "most": 3}
    codes.call("/v1/save-pass-code", **connection)
    offer = codes.opened(code_id)

    app = codes.visitor.app

    def take(_: int) -> int:
        return TestClient(app).post(offer, headers=BROWSER, follow_redirects=False).status_code

    with ThreadPoolExecutor(4) as pool:
        answers = sorted(pool.map(take, range(6)))
    last = codes.visitor.post(offer, headers=BROWSER)

    assert answers == [303, 303, 303, 410, 410, 410]
    assert (last.status_code, "All gone" in last.text) == (410, True)
    assert codes.call("/v1/get-pass-code", code_id=code_id)["given"] == 3
    assert (
        codes.call("/v1/save-pass-code", 422, **{**connection, "most": 2})["errors"][0]["field"]
        == "most"
    )
    assert codes.call("/v1/save-pass-code", **{**connection, "most": 4})["given"] == 3


def test_void_or_expired_pass_is_not_given(codes: PassCodes) -> None:
    for changes in ({"is_void": True}, {"expires_at": "2020-01-01T00:00:00Z"}):
        code_id = codes.code()
        made = codes.made(**changes)
        codes.call("/v1/save-pass-code", code_id=code_id, pass_id=made, is_personal=True)
        offer = codes.opened(code_id)

        assert codes.visitor.get(offer, headers=BROWSER).status_code == 410
        codes.taken(offer, status=410)


def test_personal_pass_and_unshareable_pass_cannot_be_given_to_all_visitors(
    codes: PassCodes,
) -> None:
    code_id, customer = codes.code(), codes.call("/v1/save-customer", first_name="Ana")
    owned = codes.call(
        "/dev/pass", content=drawn_pass("Harbor"), customer_id=customer["customer_id"]
    )
    private = codes.made(can_be_shared=False)
    other_kind = codes.call(
        "/v1/qr/create-code", name="A", type="redirect", destination="https://a.example/"
    )

    refused = codes.call("/v1/save-pass-code", 422, code_id=code_id, pass_id=owned["pass_id"])
    shared = codes.call("/v1/save-pass-code", 422, code_id=code_id, pass_id=private)
    wrong = codes.call(
        "/v1/save-pass-code", 422, code_id=other_kind["code_id"], pass_id=codes.made()
    )

    assert refused["errors"][0]["code"] == shared["errors"][0]["code"] == "pass_not_shareable"
    assert wrong["errors"][0]["code"] == "not_a_pass_code"
    codes.call("/v1/save-pass-code", code_id=code_id, pass_id=private, is_personal=True)


def test_unknown_offer_returns_404(visitor: TestClient) -> None:
    unknown = f"/card/offer_{'2' * 22}"

    assert visitor.get(unknown).status_code == 404
    assert visitor.post(unknown).status_code == 404
