"""JSON schema of each contract, stored in `schemas/` so that every change is noticed.

`python -m ingest.contracts.snapshots` writes those that are missing. It never overwrites one: a
contract in force never changes. A new version is added next to it.
"""

from pathlib import Path

import orjson

from ingest.contracts.envelope import Event
from ingest.contracts.registry import CONTRACTS

SCHEMAS = Path(__file__).parent / "schemas"
EXAMPLES = Path(__file__).parent / "examples"


def schema_of(contract: type[Event]) -> bytes:
    """Return the contract's JSON schema in the form of its file."""
    options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(contract.model_json_schema(), option=options)


def file_name(event_type: str, version: int) -> str:
    """Return the file name of a contract's schema and of its example."""
    return f"{event_type}.v{version}.json"


if __name__ == "__main__":
    for (event_type, version), contract in CONTRACTS.items():
        path = SCHEMAS / file_name(event_type, version)
        if not path.exists():
            path.write_bytes(schema_of(contract))
