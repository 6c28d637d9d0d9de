"""When a call is repeated, and after how long."""

import random
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

WORTH_REPEATING = frozenset({429, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Retries:
    """How often a call is repeated. Only safe calls and those with an idempotency key are."""

    at_most: int = 3
    first_wait: float = 0.5
    """Seconds; doubled for each retry, and a random part of it is waited."""
    longest_wait: float = 30
    """Seconds. If the API asks to wait longer, its error is raised at once."""

    def wait_before(self, retry: int, retry_after: float | None) -> float | None:
        """Seconds to wait before a retry, counted from 0; None if it is not worth it."""
        if retry >= self.at_most:
            return None
        if retry_after is not None:
            return retry_after if retry_after <= self.longest_wait else None
        return random.uniform(0, min(self.longest_wait, self.first_wait * 2**retry))  # noqa: S311


def seconds_of(retry_after: str | None, now: datetime | None = None) -> float | None:
    """What a Retry-After header asks for: seconds, or a date."""
    if retry_after is None:
        return None
    if retry_after.strip().isdigit():
        return float(retry_after)
    try:
        date = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(
        0.0, (date.replace(tzinfo=date.tzinfo or UTC) - (now or datetime.now(UTC))).total_seconds()
    )
