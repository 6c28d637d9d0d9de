"""A contract in force does not change: its schema is compared with the agreed one."""

import orjson
import pytest

from ingest.contracts.codec import decode, encode
from ingest.contracts.envelope import Event
from ingest.contracts.registry import CONTRACTS
from ingest.contracts.snapshots import EXAMPLES, SCHEMAS, file_name, schema_of

EACH = pytest.mark.parametrize(
    ("name", "contract"),
    [(file_name(*key), contract) for key, contract in CONTRACTS.items()],
    ids=[file_name(*key) for key in CONTRACTS],
)


@EACH
def test_schema_matches_its_snapshot(name: str, contract: type[Event]) -> None:
    agreed = (SCHEMAS / name).read_bytes()

    assert schema_of(contract) == agreed, (
        "a contract in force never changes: put a class of the next version beside it, then run"
        " `python -m ingest.contracts.snapshots`"
    )


@EACH
def test_example_matches_its_contract_and_round_trips(name: str, contract: type[Event]) -> None:
    example = (EXAMPLES / name).read_bytes()

    event = decode(example)

    assert type(event) is contract
    assert decode(encode(event)) == event
    assert orjson.loads(encode(event)).keys() >= orjson.loads(example).keys()


def test_no_schema_or_example_file_lacks_a_contract() -> None:
    names = {file_name(*key) for key in CONTRACTS}

    assert {path.name for path in SCHEMAS.iterdir()} == names
    assert {path.name for path in EXAMPLES.iterdir()} == names


def test_every_family_has_a_contract() -> None:
    from typing import get_args

    from ingest.contracts.envelope import EventType

    assert {event_type for event_type, _ in CONTRACTS} == set(get_args(EventType))
