"""Classifies failures as retryable or permanent."""

from collections.abc import Iterator
from contextlib import contextmanager

import dagster as dg

RETRY_POLICY = dg.RetryPolicy(max_retries=3, delay=2, backoff=dg.Backoff.EXPONENTIAL)
"""For steps that may conflict on a Delta table or lose the network briefly."""


class PermanentFailure(dg.Failure):
    """A permanent failure: a retry would fail again."""

    def __init__(self, description: str) -> None:
        super().__init__(description=description, allow_retries=False)


def is_retryable(error: BaseException) -> bool:
    """Return whether a retry of the step may succeed."""
    import psycopg

    from warehouse.lake import AlreadyLandedError, LakeConflictError

    return isinstance(
        error,
        AlreadyLandedError
        | LakeConflictError
        | psycopg.OperationalError
        | ConnectionError
        | TimeoutError
        | OSError,
    )


@contextmanager
def sorted_failures() -> Iterator[None]:
    """Pass retryable errors on to the step's retry policy, and turn others into a permanent failure."""
    try:
        yield
    except dg.Failure:
        raise
    except Exception as error:
        if is_retryable(error):
            raise
        raise PermanentFailure(f"{type(error).__name__}: {error}") from error
