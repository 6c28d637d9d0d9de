"""The newest example of each event family, used by tests of all readers and by the documentation."""

from functools import cache
from pathlib import Path

from ingest.contracts.envelope import Event
from ingest.contracts.registry import CONTRACTS

_FOLDER = Path(__file__).parent / "examples"


@cache
def newest_example(family: str) -> Event:
    """Return an event of a family that matches its newest contract."""
    version = max(version for name, version in CONTRACTS if name == family)
    contract = CONTRACTS[family, version]
    return contract.model_validate_json((_FOLDER / f"{family}.v{version}.json").read_text())
