"""The newest example of each family of events, with which all readers are tested and which documentation shows."""

from functools import cache
from pathlib import Path

from ingest.contracts.envelope import Event
from ingest.contracts.registry import CONTRACTS

_FOLDER = Path(__file__).parent / "examples"


@cache
def newest_example(family: str) -> Event:
    """An event of a family, by its newest contract."""
    version = max(version for name, version in CONTRACTS if name == family)
    contract = CONTRACTS[family, version]
    return contract.model_validate_json((_FOLDER / f"{family}.v{version}.json").read_text())
