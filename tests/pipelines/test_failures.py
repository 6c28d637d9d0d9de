"""The failures that a retry may fix."""

import psycopg
import pytest

from pipelines.failures import PermanentFailure, is_retryable, sorted_failures
from warehouse.lake import AlreadyLandedError, LakeConflictError


@pytest.mark.parametrize(
    ("error", "retryable"),
    [
        (LakeConflictError("another commit"), True),
        (AlreadyLandedError("held"), True),
        (psycopg.OperationalError("the server is starting"), True),
        (ConnectionResetError(), True),
        (ValueError("a bug"), False),
        (KeyError("a bug"), False),
    ],
)
def test_failures_are_classified_as_retryable_or_permanent(
    error: Exception, *, retryable: bool
) -> None:
    assert is_retryable(error) is retryable
    with pytest.raises(type(error) if retryable else PermanentFailure), sorted_failures():
        raise error
