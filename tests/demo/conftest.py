"""What several tests of the demonstration need."""

import pytest


@pytest.fixture
def without_people(monkeypatch: pytest.MonkeyPatch) -> None:
    """The demonstration without customers, whose history takes 6,000 statements."""
    monkeypatch.setattr("api.apps.demo_content.make_people", lambda *_: False)
