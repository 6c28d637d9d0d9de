"""The API's only access to the clock."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends, Request

from api.kit.process_state import ProcessState

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


async def _now(request: Request) -> datetime:
    return ProcessState.of(request).clock()


NowDep = Annotated[datetime, Depends(_now)]
"""The time at which this request is handled."""
