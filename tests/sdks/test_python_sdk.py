"""The Python SDK's own part: what it repeats, what it raises, how it reads lists, which webhooks it takes."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks import Webhook
from waypost import (
    ApiError,
    ConnectionFailed,
    InvalidRequest,
    PaymentRequired,
    SignatureRefused,
    TooManyRequests,
    Unavailable,
    Waypost,
    each,
    verify_webhook,
)
from waypost.retrying import Retries, seconds_of

SECRET = "whsec_" + "c2VjcmV0IG9mIHRoZSB0ZXN0cw=="
Answers = list[httpx2.Response | Exception]


class Api:
    """An API that gives these answers in turn; it keeps requests and what was waited."""

    def __init__(self, *answers: httpx2.Response | Exception, **options: Any) -> None:
        self.answers = list(answers)
        self.requests: list[httpx2.Request] = []
        self.waits: list[float] = []
        self.client = Waypost(
            "wp_test",
            "https://waypost.example",
            transport=httpx2.MockTransport(self._answer),
            sleep=self.waits.append,
            **options,
        )

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def keys(self) -> set[str | None]:
        return {it.headers.get("idempotency-key") for it in self.requests}


def ok(**body: Any) -> httpx2.Response:
    return httpx2.Response(200, json=body)


def refused(status: int, retry_after: str | None = None, **problem: Any) -> httpx2.Response:
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    return httpx2.Response(status, json=problem, headers=headers)


def test_change_keeps_its_idempotency_key_across_retries() -> None:
    api = Api(httpx2.ReadTimeout("no answer"), refused(502), ok(code_id="abc"))

    assert api.client.create_code({"name": "Menu", "type": "page"})["code_id"] == "abc"
    (key,) = api.keys()
    assert key
    assert {it.content for it in api.requests} == {api.requests[0].content}


def test_call_without_an_idempotency_key_is_sent_once() -> None:
    for failure in (refused(503, "1"), httpx2.ReadTimeout("no answer")):
        api = Api(failure, ok())
        with pytest.raises((Unavailable, ConnectionFailed)):
            api.client.append_vote({"vote_id": "v", "option_id": "o"})
        assert len(api.requests) == 1
        assert api.keys() == {None}


def test_client_waits_as_long_as_retry_after_requests() -> None:
    api = Api(refused(429, "7"), refused(409, "1"), ok())
    api.client.get_pass("p/../q")

    assert api.waits == [7, 1]
    assert api.requests[0].url.raw_path == b"/dev/pass/p%2F..%2Fq"


def test_long_retry_after_is_left_to_the_caller() -> None:
    api = Api(refused(429, "3600", code="too_many_requests"))
    with pytest.raises(TooManyRequests) as caught:
        api.client.fetch_code({"code_id": "abc"})

    assert (caught.value.retry_after, api.waits) == (3600, [])


@given(st.integers(0, 5), st.sampled_from([429, 502, 503, 504]))
def test_client_gives_up_after_its_retries(at_most: int, status: int) -> None:
    api = Api(*(refused(status) for _ in range(6)), retries=Retries(at_most=at_most))
    with pytest.raises(ApiError) as caught:
        api.client.fetch_code({"code_id": "abc"})

    assert caught.value.status == status
    assert len(api.requests) == at_most + 1
    assert all(0 <= wait <= 0.5 * 2**n for n, wait in enumerate(api.waits))


def test_errors_have_types_and_fields() -> None:
    fields = [{"field": "name", "message": "Too short", "code": "too_short"}]
    api = Api(
        refused(422, code="invalid", message="Some fields are invalid.", errors=fields),
        refused(402, code="quota_reached", quota="codes", message="The plan has no more codes."),
        httpx2.Response(500, text="<h1>Broken</h1>"),
    )
    with pytest.raises(InvalidRequest) as invalid:
        api.client.create_code({"name": "", "type": "page"})
    with pytest.raises(PaymentRequired) as quota:
        api.client.create_code({"name": "Menu", "type": "page"})
    with pytest.raises(ApiError) as broken:
        api.client.create_code({"name": "Menu", "type": "page"})

    assert [it.field for it in invalid.value.fields] == ["name"]
    assert quota.value.problem["quota"] == "codes"
    assert (broken.value.status, broken.value.code) == (500, "unknown")


@given(st.integers(0, 350))
def test_lists_are_read_to_the_last_page(count: int) -> None:
    def page(request: httpx2.Request) -> httpx2.Response:
        asked = json.loads(request.content)
        first = (asked["page"] - 1) * asked["pageSize"]
        items = list(range(count))[first : first + asked["pageSize"]]
        return ok(items=items, page=asked["page"], pageSize=asked["pageSize"], total=count)

    client = Waypost("wp_test", "https://waypost.example", transport=httpx2.MockTransport(page))

    assert list(each(client.list_codes)) == list(range(count))


def test_retry_after_accepts_dates_and_ignores_invalid_values() -> None:
    now = datetime(2026, 11, 28, 12, tzinfo=UTC)

    assert seconds_of("Sat, 28 Nov 2026 12:00:30 GMT", now) == 30
    assert seconds_of("Sat, 28 Nov 2026 11:00:00 GMT", now) == 0
    assert seconds_of("soon", now) is None


def _signed(body: str, *secrets: str, at: datetime | None = None) -> dict[str, str]:
    at = at or datetime.now(UTC)
    signatures = " ".join(Webhook(it).sign("msg_1", at, body) for it in secrets)
    return {
        "Webhook-Id": "msg_1",
        "Webhook-Timestamp": str(int(at.timestamp())),
        "Webhook-Signature": signatures,
    }


Forgery = Callable[[str, dict[str, str]], tuple[str, dict[str, str]]]


@pytest.mark.parametrize(
    "forge",
    [
        lambda body, headers: (body + " ", headers),
        lambda body, headers: (body, {**headers, "Webhook-Id": "msg_2"}),
        lambda body, headers: (body, {**headers, "Webhook-Signature": "v1"}),
        lambda body, headers: (body, {**headers, "Webhook-Signature": "v1,é"}),
        lambda body, headers: (body, {**headers, "Webhook-Timestamp": "soon"}),
        lambda body, _: (body, {}),
        lambda body, _: (body, _signed(body, SECRET, at=datetime(2026, 1, 1, tzinfo=UTC))),
    ],
)
def test_forged_webhooks_are_refused(forge: Forgery) -> None:
    body, headers = forge('{"type": "scan"}', _signed('{"type": "scan"}', SECRET))
    with pytest.raises(SignatureRefused):
        verify_webhook(body, headers, SECRET)


def test_webhooks_signed_with_either_secret_of_a_rotation_are_accepted() -> None:
    other = "whsec_" + "YW5vdGhlciBzZWNyZXQ="
    body = '{"type": "scan", "data": {"event_id": "e"}}'

    assert verify_webhook(body.encode(), _signed(body, SECRET), other, SECRET)["type"] == "scan"
    assert verify_webhook(body, _signed(body, SECRET, other), SECRET)["data"]["event_id"] == "e"
