"""Limits wrong promo codes per device and per code, and raises an alarm.

A device is a network address (for IPv6 its /64) and, if the browser sends Waypost's cookie, the visitor. When many
addresses guess at one code, each is allowed fewer attempts. Only unknown promo codes count, not those that are expired,
used up or at the wrong place.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import structlog

from api.domains.promotions.promo_locks.errors import TooManyGuesses
from api.domains.promotions.promo_locks.use_repository import Guesses

WINDOW = timedelta(minutes=15)
PER_ADDRESS = 20
PER_VISITOR = 8
PER_CODE = 300
UNDER_ATTACK = 3
"""The number of wrong promo codes that a device may enter while many devices guess at a code."""

WHOLE_CODE = "*"

log = structlog.get_logger(__name__)


def window_of(now: datetime) -> datetime:
    """Return the start of the time window that contains this time."""
    seconds = int(WINDOW.total_seconds())
    return datetime.fromtimestamp(int(now.timestamp()) // seconds * seconds, UTC)


def allowance(guesser: str, wrong_of_code: int) -> int:
    """Return how many wrong promo codes this device may send in a window."""
    if wrong_of_code >= PER_CODE:
        return UNDER_ATTACK
    return PER_VISITOR if guesser.startswith("visitor:") else PER_ADDRESS


class GuessLimiter:
    """Counts wrong promo codes of one organisation's locks."""

    def __init__(self, guesses: Guesses, now: datetime, new_id: Callable[[str], str]) -> None:
        self._guesses = guesses
        self._now = now
        self._new_id = new_id
        self._window = window_of(now)

    def admit(self, org_id: str, code_id: str, guessers: Sequence[str]) -> None:
        """Check that a device may try again.

        Raises:
            TooManyGuesses: the limit is reached; the error has a `Retry-After` header.
        """
        self._guesses.lock_guesser(code_id, guessers[0])
        counts = self._guesses.counts(org_id, code_id, [*guessers, WHOLE_CODE], self._window)
        of_code = counts.get(WHOLE_CODE, 0)
        if any(counts.get(it, 0) >= allowance(it, of_code) for it in guessers):
            seconds = int((self._window + WINDOW - self._now).total_seconds()) + 1
            raise TooManyGuesses(headers={"Retry-After": str(seconds)})

    def count_wrong(self, org_id: str, code_id: str, guessers: Sequence[str]) -> None:
        """Count a wrong promo code, and raise an alarm when there are too many."""
        # The row that all devices share comes last, so that it is locked for the shortest time.
        for guesser in (*guessers, WHOLE_CODE):
            wrong = self._guesses.add(org_id, code_id, guesser, self._window)
            is_code = guesser == WHOLE_CODE
            if wrong == (PER_CODE if is_code else allowance(guesser, 0)):
                self._alarm(org_id, code_id, guesser, "code" if is_code else "device", wrong)

    def _alarm(self, org_id: str, code_id: str, guesser: str, kind: str, wrong: int) -> None:
        log.warning("promo codes guessed", org_id=org_id, code_id=code_id, by=kind, wrong=wrong)
        self._guesses.raise_alarm(
            self._new_id("alm"), org_id, code_id, kind, guesser, self._window, wrong, self._now
        )
        self._guesses.delete_old(org_id, self._now)
