"""Encodes events as bytes and decodes them. Anything that does not match a contract is rejected with a reason."""

from typing import Literal, cast

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails, PydanticSerializationError, to_json

from ingest.contracts.envelope import Event
from ingest.contracts.registry import AnyEvent

MAX_BYTES = 256 * 1024
"""Far below Kafka's own limit of 1 MB per record, and far above any real event."""

Reason = Literal["too_large", "not_json", "unknown_type", "unknown_version", "invalid"]

_events: TypeAdapter[Event] = TypeAdapter(AnyEvent, config=ConfigDict(defer_build=True))


class ContractError(Exception):
    """The bytes or the event match no contract in force."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason: Reason = reason
        self.detail = detail


def encode(event: Event) -> bytes:
    """Return the encoded event. Raises ContractError if it is too large or contains invalid text."""
    try:
        payload = to_json(event, exclude_none=True)
    except PydanticSerializationError as error:
        raise ContractError("invalid", str(error)) from error
    if len(payload) > MAX_BYTES:
        raise ContractError("too_large", f"{len(payload)} bytes")
    return payload


def decode(payload: bytes) -> Event:
    """Return the event in these bytes, checked against its contract. Raises ContractError with the reason."""
    if len(payload) > MAX_BYTES:
        raise ContractError("too_large", f"{len(payload)} bytes")
    try:
        return _events.validate_json(payload)
    except ValidationError as error:
        raise _explained(error) from None


def _explained(error: ValidationError) -> ContractError:
    problems = error.errors(include_url=False, include_input=False)
    detail = "; ".join(
        f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}"
        for problem in problems[:5]
    )
    kinds = {problem["type"] for problem in problems}
    reason: str = "invalid"
    if "json_invalid" in kinds:
        reason = "not_json"
    elif any(_is_about_version(problem) for problem in problems):
        reason = "unknown_version"
    elif kinds & {"union_tag_invalid", "union_tag_not_found"}:
        reason = "unknown_type"
    return ContractError(cast(Reason, reason), detail)


def _is_about_version(problem: ErrorDetails) -> bool:
    """Return whether the event's family is known and its version is not."""
    by = str(problem.get("ctx", {}).get("discriminator", ""))
    return problem["loc"][1:] == ("version",) or "version" in by
