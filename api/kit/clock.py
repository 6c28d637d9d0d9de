"""The only place of the API that looks at the clock."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Depends, Request

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The present instant, in UTC."""
    return datetime.now(UTC)


def _now(request: Request) -> datetime:
    clock: Clock = request.app.state.clock
    return clock()


NowDep = Annotated[datetime, Depends(_now)]
"""The instant at which this request is handled."""
