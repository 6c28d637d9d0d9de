"""What request logs store about the client."""

import pytest
from fastapi.testclient import TestClient

from api.kit.web_app import WebApp


@pytest.mark.parametrize(
    ("address", "kept"),
    [("203.0.113.77", "203.0.113.0/24"), ("2001:db8:77:1::2", "2001:db8:77::/48")],
)
def test_access_logs_contain_shortened_addresses(
    app: WebApp, capsys: pytest.CaptureFixture[str], address: str, kept: str
) -> None:
    @app.get("/v1/broken")
    def broken() -> None:
        raise RuntimeError("broken")

    with TestClient(app, client=(address, 4711), raise_server_exceptions=False) as client:
        statuses = [client.get(path).status_code for path in ("/v1/me", "/v1/broken", "/nothing")]

    logged = capsys.readouterr().out
    assert statuses == [401, 500, 404]
    assert logged.count(kept) == len(statuses)
    assert address not in logged
