"""The product's information about itself, and how it serves the web app."""

import base64
import gzip
import hashlib
from pathlib import Path
from urllib.parse import quote

import httpx2
import orjson
import psycopg
import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from api.apps.gauges import EventPipelineGauges
from api.apps.shell import READY_SECONDS, ShellState
from api.apps.single_page import SERVER, SHARED, SinglePage
from api.apps.web import create_app
from api.db.session import Database
from api.kit.clock import utc_now
from api.kit.edge import LATENCY
from api.kit.timed_cache import TimedCache
from api.kit.web_app import WebApp
from runtime.metrics import Health, MetricsServer
from runtime.settings import Settings
from tests.support.app_state import change_state
from tests.support.calling import call
from tests.support.descriptions import described
from tests.support.people import Somebody

INLINE = "document.title += '!';"


@pytest.fixture
def built_client(
    api_settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> TestClient:
    """Return a client of an app whose web app consists of a page, an asset and an icon."""
    dist = tmp_path / "dist"
    for name, content in (
        ("admin/index.html", f"<!doctype html><title>Waypost</title><script>{INLINE}</script>"),
        ("admin/share.html", "<title>Waypost</title>"),
        (
            "admin/share-code.html",
            f"""<script>{INLINE}</script><input value='{SHARED}'/><a href='{SERVER}/code/{SHARED}'>
            mailto:?body={quote(f"{SERVER}/code/{SHARED}", safe="")}""",
        ),
        ("admin/share-nothing.html", f"<input value='({SHARED})'/>"),
        ("admin/favicon.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
        ("admin/.secret", "hidden"),
        ("admin/assets/app-1a2b3c.js", "export {};" * 300),
        ("visitor/assets/visitor-1a2b3c.js", "export {};"),
    ):
        (dist / name).parent.mkdir(parents=True, exist_ok=True)
        (dist / name).write_text(content)
    (dist / "admin/assets/app-1a2b3c.js.gz").write_bytes(gzip.compress(b"export {};" * 300))
    (dist / "admin/assets/app-1a2b3c.js.br").write_bytes(b"smaller")
    monkeypatch.setattr("api.apps.web.SinglePage", lambda settings: SinglePage(settings, dist))
    return TestClient(create_app(api_settings))


def test_content_security_policy_allows_uploads_to_the_s3_bucket(
    api_settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "dist/admin").mkdir(parents=True)
    (tmp_path / "dist/admin/index.html").write_text("<!doctype html>")
    monkeypatch.setattr(
        "api.apps.web.SinglePage", lambda settings: SinglePage(settings, tmp_path / "dist")
    )
    in_a_bucket = api_settings.model_copy(
        update={
            "s3_bucket": "files",
            "s3_endpoint_url": "https://s3.example",
            "s3_access_key_id": SecretStr("id"),
            "s3_secret_access_key": SecretStr("secret"),
        }
    )

    def may_connect(settings: Settings) -> str:
        answer = TestClient(create_app(settings)).get("/admin")
        policy: str = answer.headers["content-security-policy"]
        return next(rule for rule in policy.split("; ") if rule.startswith("connect-src"))

    assert "https://s3.example" in may_connect(in_a_bucket).split()
    assert "s3.example" not in may_connect(api_settings)


def test_health_check_needs_no_database(api_settings: Settings) -> None:
    nowhere = api_settings.model_copy(
        update={"database_url_setting": SecretStr("postgresql://waypost@127.0.0.1:1/none")}
    )

    answer = TestClient(create_app(nowhere)).get("/healthz")

    assert answer.json() == {"status": "ok", "version": "0.12.1"}


def test_readiness_names_missing_dependencies(client: TestClient, app: WebApp) -> None:
    ready = client.get("/readyz")
    Database.of(app).engine.dispose()
    Database.of(app).engine.pool._creator = _refuse
    remembered = client.get("/readyz")
    change_state(app, ShellState, readiness=TimedCache(READY_SECONDS))
    not_ready = client.get("/readyz")

    assert remembered.json() == ready.json()

    assert ready.status_code == 200
    assert ready.json()["status"] == "ready"
    assert not_ready.status_code == 503
    assert not_ready.json()["checks"]["database"]["ok"] is False
    assert not_ready.json()["checks"]["lake"]["ok"] is True


def test_api_serves_the_same_description_as_the_command_prints(client: TestClient) -> None:
    answer = client.get("/openapi.json")

    assert answer.status_code == 200
    assert answer.content == orjson.dumps(described()), "the same wherever it is made"
    assert "/v1/qr/create-code" in answer.json()["paths"]


def test_metrics_show_latency_by_route_and_the_event_pipeline(
    client: TestClient, viewer: Somebody, api_settings: Settings
) -> None:
    client.get("/v1/user-role/usr_x", headers=viewer.headers)
    client.get("/v1/never-heard-of")

    road = EventPipelineGauges(api_settings, utc_now)
    with MetricsServer(0, lambda: Health(True), refresh=road.refresh) as server:
        text = httpx2.get(f"http://127.0.0.1:{server.port}/metrics").text

    sample = 'waypost_http_request_seconds_count{method="GET",route="/v1/user-role/{userid}",status="404"}'
    assert sample in text
    assert 'route="unmatched"' in text
    assert "never-heard-of" not in text
    assert "waypost_event_road_readable 1.0" in text
    for gauge in (
        "outbox_depth",
        "outbox_age_seconds",
        "lander_lag_events",
        "mart_watermark_age_seconds",
    ):
        assert f"waypost_{gauge} 0.0" in text


def test_metrics_are_not_on_the_product_port(client: TestClient, owner: Somebody) -> None:
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers=owner.headers).status_code == 404


def test_unknown_http_methods_share_one_metrics_label(client: TestClient) -> None:
    for number in range(100):
        client.request(f"INVENTED{number}", "/v1/me")
        client.request(f"INVENTED{number}", f"/v1/invented-{number}")

    samples = [
        dict(sample.labels)
        for metric in LATENCY.collect()
        for sample in metric.samples
        if sample.name.endswith("_count")
    ]

    assert not [labels for labels in samples if "INVENTED" in labels["method"]]
    assert not [labels for labels in samples if "invented" in labels["route"]]
    assert [labels for labels in samples if labels["method"] == "other"]


def test_readiness_is_checked_at_most_once_a_second() -> None:
    moments = iter([0.0, 0.5, 0.9, 1.1, 1.1])
    judged: list[int] = []

    def judge() -> int:
        judged.append(len(judged))
        return judged[-1]

    cache = TimedCache[int](READY_SECONDS, lambda: next(moments))

    assert [cache.get(judge) for _ in range(4)] == [0, 0, 0, 1]


def test_oldest_waiting_event_determines_how_far_behind_the_numbers_are(
    client: TestClient, viewer: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    assert EventPipelineGauges(api_settings, utc_now).behind_seconds() == 0

    destination = "https://harbor.example"
    code = call(
        client, editor, "qr/create-code", name="Table", type="redirect", destination=destination
    )
    assert client.get(f"/code/{code['code_id']}", follow_redirects=False).is_redirect
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update outbox set recorded_at = now() - interval '10 minutes'")

    behind = EventPipelineGauges(api_settings, utc_now).behind_seconds()
    assert behind is not None
    assert 600 <= behind < 1200
    result = call(client, viewer, "analytics-freshness")["behind_seconds"]
    assert result is None or result >= 0


def test_pipeline_lag_is_unknown_without_a_database(api_settings: Settings) -> None:
    nowhere = SecretStr("postgresql://waypost@127.0.0.1:1/none")
    gone = api_settings.model_copy(update={"database_url_setting": nowhere})
    assert EventPipelineGauges(gone, utc_now).behind_seconds() is None


def test_web_app_receives_the_login_url(client: TestClient, api_settings: Settings) -> None:
    config = client.get("/app-config.json").json()

    assert config["auth"]["domain"] == api_settings.auth0_domain
    assert config["auth"]["client_id"] == "waypost-web"
    assert config["version"] == "0.12.1"
    assert config["base_url"] == api_settings.base_url
    assert config["paints_prompts"] is False


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/admin",
        "/admin/my-codes/show/x",
        "/auth/login",
        "/ai-qr",
        "/developers",
        "/developers/reference",
        "/share",
        "/deleteAlert/u",
        "/card/x",
    ],
)
def test_every_screen_serves_the_same_page(built_client: TestClient, path: str) -> None:
    answer = built_client.get(path)

    assert answer.status_code == 200
    assert "<title>Waypost</title>" in answer.text
    assert answer.headers["cache-control"] == "no-cache"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        *((path, "camera=(self)") for path in ("/admin", "/auth/login", "/auth/login?code=x", "/")),
        *((path, "camera=()") for path in ("/assets/app-1a2b3c.js", "/v1/nothing")),
    ],
)
def test_only_the_web_app_may_use_the_camera(
    built_client: TestClient, path: str, allowed: str
) -> None:
    assert allowed in built_client.get(path).headers["permissions-policy"]


@pytest.mark.parametrize("path", ["/auth/login", "/share", "/dummy", "/page/x", "/code/note/x"])
def test_trailing_slash_redirects_to_the_same_page(built_client: TestClient, path: str) -> None:
    answer = built_client.get(f"{path}/?lang=de", follow_redirects=False)

    assert (answer.status_code, answer.headers["location"]) == (308, f"{path}?lang=de")


@pytest.mark.parametrize("path", ["//dummy/", "/no/such/screen/", "/dummy//", "/wall/"])
def test_trailing_slash_of_an_unknown_path_does_not_redirect(
    built_client: TestClient, path: str
) -> None:
    assert built_client.get(f"http://testserver{path}", follow_redirects=False).status_code == 404


@pytest.mark.parametrize("path", ["/no/such/screen", "/index.php/x", "/.secret", "/%2e%2e/x"])
def test_unknown_path_serves_the_page_with_404(built_client: TestClient, path: str) -> None:
    answer = built_client.get(path)

    assert answer.status_code == 404
    assert "hidden" not in answer.text
    assert "<title>Waypost</title>" in answer.text


@pytest.mark.parametrize("given", ["AbC-12345_x", "https://go.example/code/AbC-12345_x?again=1"])
def test_shared_code_page_contains_its_link(
    built_client: TestClient, api_settings: Settings, given: str
) -> None:
    answer = built_client.get("/share", params={"code": given})

    link = f"{api_settings.base_url}/code/AbC-12345_x"
    assert f"<input value='{given}'/><a href='{link}'>" in answer.text
    assert f"mailto:?body={quote(link, safe='')}" in answer.text
    digest = base64.b64encode(hashlib.sha256(INLINE.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in answer.headers["content-security-policy"]
    again = built_client.get(
        "/share", params={"code": given}, headers={"If-None-Match": answer.headers["etag"]}
    )
    assert again.status_code == 304


def test_invalid_code_is_escaped_as_text_in_the_page(built_client: TestClient) -> None:
    answer = built_client.get("/share", params={"code": "'/><script>alert(1)</script>"})

    shown = "&#x27;/&gt;&lt;script&gt;alert(1)&lt;/script&gt;"
    assert answer.text == f"<input value='{shown}'/>"
    assert "Waypost" in built_client.get("/share", params={"code": "x" * 5000}).text


def test_assets_are_cached_forever_and_missing_ones_return_404(built_client: TestClient) -> None:
    for path in ("/assets/app-1a2b3c.js", "/visitor/assets/visitor-1a2b3c.js"):
        asset = built_client.get(path)
        assert asset.status_code == 200
        assert "immutable" in asset.headers["cache-control"]
    assert built_client.get("/assets/gone.js").status_code == 404
    assert built_client.get("/assets/../index.html").status_code in (200, 404)
    assert built_client.get("/favicon.svg").headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, br", "br"), ("gzip, deflate", "gzip"), ("br;q=0, gzip", "gzip"), ("identity", None)],
)
def test_assets_are_sent_in_the_smallest_accepted_encoding(
    built_client: TestClient, accepted: str, encoding: str | None
) -> None:
    with built_client.stream(
        "GET", "/assets/app-1a2b3c.js", headers={"Accept-Encoding": accepted}
    ) as answer:
        assert answer.headers.get("content-encoding") == encoding
        assert set(answer.headers["vary"].split(", ")) == {"Accept-Encoding"}
        assert answer.headers["content-type"].startswith("text/javascript")
        tag = answer.headers["etag"]

    again = built_client.get(
        "/assets/app-1a2b3c.js", headers={"Accept-Encoding": accepted, "If-None-Match": tag}
    )
    assert again.status_code == 304
    assert built_client.get("/assets/app-1a2b3c.js.br").status_code == 404


def test_page_is_sent_again_only_when_it_has_changed(built_client: TestClient) -> None:
    first = built_client.get("/admin")
    same = built_client.get("/admin", headers={"If-None-Match": first.headers["etag"]})
    missing = built_client.get("/no/thing", headers={"If-None-Match": first.headers["etag"]})

    assert first.headers["content-encoding"] == "gzip"
    assert (same.status_code, same.content) == (304, b"")
    assert missing.status_code == 404
    digest = base64.b64encode(hashlib.sha256(INLINE.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in first.headers["content-security-policy"]
    assert "max-age" in built_client.get("/favicon.svg").headers["cache-control"]


def test_api_description_is_complete() -> None:
    document = described()
    operations = [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]

    names = [operation["operationId"] for _, _, operation in operations]
    assert len(names) == len(set(names))
    for path, method, operation in operations:
        good = {code: it for code, it in operation["responses"].items() if code < "400"}
        assert good, (method, path)
        shown = [it.get("content") for code, it in good.items() if code < "300" and code != "204"]
        assert all(shown), (method, path)
        assert operation.get("description"), f"{method} {path} has no docstring"
        if operation.get("security"):
            assert {"401", "403", "404", "429"} <= operation["responses"].keys(), path


def _refuse() -> None:
    import psycopg
    from sqlalchemy.exc import OperationalError

    raise OperationalError("connect", {}, psycopg.OperationalError("no route to host"))


def test_mistyped_short_url_shows_the_small_notice_in_the_visitors_language(
    client: TestClient,
) -> None:
    headers = {"Accept": "text/html", "Accept-Language": "de"}
    short = client.get("/nope123", headers=headers)
    whole = client.get("/code/nope123", headers=headers)

    assert (short.status_code, short.headers["content-language"]) == (404, "de")
    assert len(short.content) < 2_000
    assert len(short.content) == len(whole.content)
