"""Fixtures that several tests of content share."""

import pytest

from api.domains.content.ai_studio import composition, generation


@pytest.fixture
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the studio's pictures a quarter of their pixels, for tests that are not about readability."""
    half = composition.PIXELS // 2
    for module in (composition, generation):
        monkeypatch.setattr(module, "PIXELS", half)
