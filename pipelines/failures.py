"""Failures sorted: what another try can mend, and what a person must look at."""

from collections.abc import Iterator
from contextlib import contextmanager

import dagster as dg

RETRY_POLICY = dg.RetryPolicy(max_retries=3, delay=2, backoff=dg.Backoff.EXPONENTIAL)
"""For steps that may lose a race for a Delta table, or find the network away for a moment."""


class PermanentFailure(dg.Failure):
    """Trying again gives the same; the run stops here."""

    def __init__(self, description: str) -> None:
        super().__init__(description=description, allow_retries=False)


def is_retryable(error: BaseException) -> bool:
    """Whether the same step may succeed a moment later."""
    import psycopg

    from warehouse.lake import AlreadyHeldError, LakeConflictError

    return isinstance(
        error,
        AlreadyHeldError
        | LakeConflictError
        | psycopg.OperationalError
        | ConnectionError
        | TimeoutError
        | OSError,
    )


@contextmanager
def sorted_failures() -> Iterator[None]:
    """Let retryable errors through to the step's retry policy; turn the rest into a permanent failure."""
    try:
        yield
    except dg.Failure:
        raise
    except Exception as error:
        if is_retryable(error):
            raise
        raise PermanentFailure(f"{type(error).__name__}: {error}") from error
