"""The service workers of cards and notifications, as served from the web app's build."""

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from api.apps.single_page import (
    CARD_WORKER,
    CARD_WORKER_ENTRY,
    PUSH_WORKER,
    PUSH_WORKER_ENTRY,
    SinglePage,
)
from api.apps.web import create_app
from api.rendering.visitor_pages.pages import built_name
from runtime.settings import Settings


@pytest.mark.parametrize(
    ("path", "entry"), [(CARD_WORKER, CARD_WORKER_ENTRY), (PUSH_WORKER, PUSH_WORKER_ENTRY)]
)
def test_service_worker_scope_is_its_own_path(
    path: str, entry: str, api_settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = tmp_path / "visitor"
    (built / ".vite").mkdir(parents=True)
    (built / "assets").mkdir()
    entries = {entry: {"file": "assets/card-worker-1a2b3c.js"}}
    (built / ".vite/manifest.json").write_text(json.dumps(entries))
    (built / "assets/card-worker-1a2b3c.js").write_text("addEventListener('fetch', () => {});")
    monkeypatch.setattr("api.apps.web.SinglePage", lambda settings: SinglePage(settings, tmp_path))

    answer = TestClient(create_app(api_settings)).get(path)

    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-security-policy"] == "default-src 'none'; connect-src 'self'"
    assert answer.text.startswith("addEventListener")


def test_web_app_that_is_not_built_has_no_service_worker(tmp_path: Path) -> None:
    assert built_name(tmp_path / "manifest.json", CARD_WORKER_ENTRY) is None
