"""Fixtures that several tests of the demonstration share."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def without_people_made() -> Iterator[None]:
    """Create the demonstration without customers, whose history takes 6,000 statements."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("api.apps.demo_content.make_people", lambda *_: False)
        yield


@pytest.fixture
def without_people() -> Iterator[None]:
    """Do the same for a whole test."""
    with without_people_made():
        yield
