"""Bytes and events: encoding and decoding are inverse, and invalid bytes are refused with the reason."""

import uuid
from datetime import UTC, datetime, timedelta, timezone

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.contracts.codec import MAX_BYTES, ContractError, decode, encode
from ingest.contracts.envelope import Context, Event, Verdicts, Visitor
from ingest.contracts.order import OrderData, OrderRecorded
from ingest.contracts.scan import ScanData, ScanRecorded
from ingest.contracts.submit import SubmitData, SubmitRecorded
from ingest.contracts.topics import partition_of
from ingest.contracts.vote import VoteData, VoteRecorded
from tests.support.events import make_scan

ids = st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True)
texts = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=60)
instants = st.datetimes(
    min_value=datetime(2000, 1, 1),  # noqa: DTZ001 (hypothesis adds the zone)
    max_value=datetime(2090, 1, 1),  # noqa: DTZ001
    timezones=st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=45))]),
)
contexts = st.builds(
    Context,
    country=st.none() | texts,
    city=st.none() | texts,
    utm_campaign=st.none() | texts,
    user_agent=st.none() | texts,
)
visitors = st.builds(Visitor, id=st.none() | ids, kind=st.sampled_from(["cookie", "daily", "none"]))
common = {
    "event_id": st.uuids(),
    "org_id": ids,
    "code_id": ids,
    "occurred_at": instants,
    "received_at": instants,
    "visitor": visitors,
    "context": contexts,
    "verdicts": st.builds(
        Verdicts, version=st.integers(0, 2**31 - 1), bot_reason=st.none() | texts
    ),
}
cents = st.integers(-(2**53), 2**53)
events: st.SearchStrategy[Event] = st.one_of(
    st.builds(
        ScanRecorded,
        data=st.builds(
            ScanData, rule=st.none() | texts, outcome=st.sampled_from(["page", "refused"])
        ),
        **common,
    ),
    st.builds(VoteRecorded, data=st.builds(VoteData, poll_id=ids, choice=texts), **common),
    st.builds(
        SubmitRecorded,
        data=st.builds(
            SubmitData, submission_id=ids, fields=st.lists(texts, max_size=5).map(tuple)
        ),
        **common,
    ),
    st.builds(
        OrderRecorded,
        data=st.builds(
            OrderData,
            order_id=texts,
            source=texts,
            status=st.just("paid"),
            amount_cents=cents,
            currency=st.just("USD"),
        ),
        **common,
    ),
)


@given(events)
def test_decoded_event_equals_the_encoded_event(event: Event) -> None:
    assert decode(encode(event)) == event


@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode()))
def test_invalid_bytes_are_refused_and_never_crash_the_decoder(payload: bytes) -> None:
    with pytest.raises(ContractError):
        decode(payload)


def changed(**fields: object) -> bytes:
    return orjson.dumps(orjson.loads(encode(make_scan())) | fields)


@pytest.mark.parametrize(
    ("payload", "reason"),
    [
        (b"", "not_json"),
        (b"{", "not_json"),
        (b"\xff\xfe", "not_json"),
        (b"[]", "invalid"),
        (b"{}", "unknown_type"),
        (changed(type="teleport"), "unknown_type"),
        (changed(type=3), "unknown_type"),
        (changed(version=99), "unknown_version"),
        (changed(version="1"), "unknown_version"),
        (changed(org_id="a b"), "invalid"),
        (changed(org_id=""), "invalid"),
        (changed(code_id=None), "invalid"),
        (changed(surprise=1), "invalid"),
        (changed(occurred_at="2026-11-20T09:30:00"), "invalid"),
        (changed(occurred_at="yesterday"), "invalid"),
        (changed(event_id="1"), "invalid"),
        (changed(context={"city": "a\x00b"}), "invalid"),
        (changed(context={"user_agent": "x" * 10_000}), "invalid"),
        (b'"' + b"x" * MAX_BYTES + b'"', "too_large"),
    ],
)
def test_refusal_states_its_reason(payload: bytes, reason: str) -> None:
    with pytest.raises(ContractError) as refused:
        decode(payload)

    assert refused.value.reason == reason


def test_too_large_event_is_refused_before_it_is_recorded() -> None:
    data = SubmitData(
        submission_id="s",
        sealed="x" * 131_072,
        fields=("ü" * 512,) * 200,
        consents=("z" * 512,) * 50,
    )
    event = SubmitRecorded(
        event_id=uuid.uuid4(),
        org_id="org",
        occurred_at=datetime.now(UTC),
        received_at=datetime.now(UTC),
        data=data,
    )

    with pytest.raises(ContractError, match="too_large"):
        encode(event)


def test_times_are_encoded_as_utc() -> None:
    nepal = timezone(timedelta(hours=5, minutes=45))
    event = make_scan(occurred_at=datetime(2026, 11, 21, 0, 15, tzinfo=nepal))

    assert orjson.loads(encode(event))["occurred_at"] == "2026-11-20T18:30:00Z"


def test_partition_of_a_key_never_changes() -> None:
    assert [partition_of(key, 4) for key in ("", "code1", "Ab3dE5fGhJ", "ключ")] == [0, 1, 0, 2]


def test_largest_payload_is_decoded_and_one_byte_more_is_refused() -> None:
    scan = make_scan(1)
    largest = encode(scan).ljust(MAX_BYTES)

    assert decode(largest) == scan
    with pytest.raises(ContractError) as refused:
        decode(largest + b" ")
    assert refused.value.reason == "too_large"
