"""What several tests of content need."""

import pytest

from api.domains.content.ai_studio import composition, generation


@pytest.fixture
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """The studio's pictures have a quarter of their pixels: for tests that are not about how well they are read."""
    half = composition.PIXELS // 2
    for module in (composition, generation):
        monkeypatch.setattr(module, "PIXELS", half)
