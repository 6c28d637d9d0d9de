"""The development login, used by a plain HTTP client as Auth0's own library would."""

import hashlib
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx2
import jwt
import pytest

from runtime.embedded.process import ServiceFailed, free_port
from runtime.identity.app import Faults, create_app
from runtime.identity.people import PASSWORD
from runtime.settings import Settings
from tests.support.web import served

OWNER = "owner@harbor-coffee.example"
CALLBACK = "http://localhost:8000/admin/my-codes"


@dataclass
class Browser:
    """A visitor's client with cookies that does not follow redirects automatically."""

    base: str
    client: httpx2.Client = field(init=False)
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))

    def __post_init__(self) -> None:
        self.client = httpx2.Client(base_url=self.base)

    def request(self, **changes: str) -> dict[str, str]:
        digest = hashlib.sha256(self.verifier.encode()).digest()
        return {
            "client_id": "waypost-web",
            "response_type": "code",
            "redirect_uri": CALLBACK,
            "scope": "openid profile email offline_access",
            "audience": "https://api.waypost.example",
            "state": "some-state",
            "nonce": "some-nonce",
            "code_challenge": urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
            **changes,
        }

    def log_in(
        self, email: str = OWNER, password: str = PASSWORD, **changes: str
    ) -> dict[str, str]:
        return answer_of(self.try_log_in(email, password, **changes))

    def try_log_in(self, email: str, password: str, **changes: str) -> httpx2.Response:
        return self.client.post(
            "/authorize",
            params=self.request(**changes),
            data={"email": email, "password": password},
        )

    def exchange(self, code: str, **changes: str) -> httpx2.Response:
        form = {
            "grant_type": "authorization_code",
            "client_id": "waypost-web",
            "redirect_uri": CALLBACK,
            "code": code,
            "code_verifier": self.verifier,
            **changes,
        }
        return self.client.post("/oauth/token", data=form)

    def refresh(self, token: str) -> httpx2.Response:
        form = {
            "grant_type": "refresh_token",
            "client_id": "waypost-web",
            "refresh_token": token,
        }
        return self.client.post("/oauth/token", data=form)


def answer_of(response: httpx2.Response) -> dict[str, str]:
    assert response.status_code == 302, response.text
    parts = urlsplit(response.headers["Location"])
    return {name: values[0] for name, values in parse_qs(parts.query).items()}


@dataclass
class Clock:
    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def running(
    folder: Path, faults: Faults | None = None, clock: Clock | None = None
) -> Iterator[Browser]:
    port = free_port()
    settings = Settings(_env_file=None, var_dir=folder, identity_port=port)  # type: ignore[call-arg]
    with served(create_app(settings, faults, clock or Clock()), port) as base:
        browser = Browser(base)
        with browser.client:
            yield browser


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def browser(tmp_path: Path, clock: Clock) -> Iterator[Browser]:
    with running(tmp_path, clock=clock) as browser:
        yield browser


def test_code_with_pkce_is_exchanged_for_tokens_that_the_published_keys_verify(
    browser: Browser,
) -> None:
    page = browser.client.get("/authorize", params=browser.request())
    answer = browser.log_in()
    tokens = browser.exchange(answer["code"]).json()

    assert OWNER in page.text
    assert answer["state"] == "some-state"
    found = browser.client.get("/.well-known/openid-configuration").json()
    key = jwt.PyJWKClient(found["jwks_uri"]).get_signing_key_from_jwt(tokens["access_token"])
    unchecked = {"verify_exp": False, "verify_iat": False}
    access = jwt.decode(
        tokens["access_token"],
        key.key,
        algorithms=["RS256"],
        audience="https://api.waypost.example",
        issuer=f"{browser.base}/",
        options=unchecked,
    )
    identity = jwt.decode(
        tokens["id_token"], key.key, algorithms=["RS256"], audience="waypost-web", options=unchecked
    )
    assert access["sub"] == identity["sub"] == f"local|{OWNER}"
    assert access["email"] == OWNER
    assert identity["nonce"] == "some-nonce"
    bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
    assert browser.client.get("/userinfo", headers=bearer).json()["email"] == OWNER


def test_code_is_valid_once_and_only_with_its_verifier(browser: Browser) -> None:
    code = browser.log_in()["code"]
    stolen = browser.exchange(code, code_verifier="a" * 43)
    late = browser.exchange(code)

    assert stolen.status_code == late.status_code == 403
    assert stolen.json()["error"] == "invalid_grant"


def test_expired_code_is_refused(browser: Browser, clock: Clock) -> None:
    code = browser.log_in()["code"]

    clock.now += 61

    assert browser.exchange(code).json()["error"] == "invalid_grant"


def test_refresh_token_rotates_and_reuse_of_a_stolen_token_ends_the_session(
    browser: Browser, clock: Clock
) -> None:
    first = browser.exchange(browser.log_in()["code"]).json()["refresh_token"]
    second = browser.refresh(first).json()["refresh_token"]
    in_another_tab = browser.refresh(first)
    clock.now += 60
    replayed = browser.refresh(first)

    assert in_another_tab.status_code == 200
    assert replayed.status_code == 403
    assert "invalid refresh token" in replayed.json()["error_description"]
    assert browser.refresh(second).status_code == 403


def test_session_survives_a_restart_of_the_provider(tmp_path: Path) -> None:
    with running(tmp_path) as before:
        token = before.exchange(before.log_in()["code"]).json()["refresh_token"]
    with running(tmp_path) as after:
        assert after.refresh(token).status_code == 200


def test_silent_login_requires_a_session(browser: Browser) -> None:
    silent = browser.request(prompt="none")
    before = answer_of(browser.client.get("/authorize", params=silent))
    browser.log_in()
    after = answer_of(browser.client.get("/authorize", params=silent))
    browser.client.get("/v2/logout", params={"returnTo": "http://localhost:8000/"})
    logged_out = answer_of(browser.client.get("/authorize", params=silent))

    assert before["error"] == logged_out["error"] == "login_required"
    assert "code" in after


def test_silent_login_in_a_frame_receives_its_result_as_a_web_message(browser: Browser) -> None:
    silent = browser.request(prompt="none", response_mode="web_message")

    page = browser.client.get("/authorize", params=silent).text

    assert '"error": "login_required"' in page
    assert '"http://localhost:8000"' in page


def test_cancelled_login_redirects_with_access_denied(browser: Browser) -> None:
    response = browser.client.post(
        "/authorize", params=browser.request(), data={"cancel": "1", "email": "", "password": ""}
    )

    assert answer_of(response)["error"] == "access_denied"


def test_two_hundred_wrong_logins_are_rate_limited_with_a_clear_message(browser: Browser) -> None:
    answers = [browser.try_log_in(OWNER, f"guess-{n}") for n in range(200)]

    assert {answer.status_code for answer in answers[:10]} == {401}
    assert {answer.status_code for answer in answers[10:]} == {429}
    assert re.search(r"Too many wrong logins\. Try again in \d+ minutes", answers[-1].text)
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert browser.try_log_in(OWNER, PASSWORD).status_code == 429
    assert "code" in browser.log_in("viewer@harbor-coffee.example")


@pytest.mark.parametrize(
    "changes",
    [
        {"client_id": "somebody-else"},
        {"redirect_uri": "https://elsewhere.example/"},
        {"redirect_uri": "http://localhost:8000@elsewhere.example/"},
        {"redirect_uri": "javascript:alert(1)"},
    ],
)
def test_unknown_client_or_redirect_uri_is_never_redirected_to(
    browser: Browser, changes: dict[str, str]
) -> None:
    response = browser.client.get("/authorize", params=browser.request(**changes))

    assert response.status_code == 400
    assert "Location" not in response.headers


@pytest.mark.parametrize(
    "changes",
    [{"code_challenge_method": "plain"}, {"response_type": "token"}, {"code_challenge": ""}],
)
def test_authorization_request_without_pkce_is_refused(
    browser: Browser, changes: dict[str, str]
) -> None:
    response = browser.client.get("/authorize", params=browser.request(**changes))

    assert answer_of(response)["error"] == "invalid_request"


def test_script_in_a_parameter_is_shown_as_text(browser: Browser) -> None:
    page = browser.client.get(
        "/authorize", params=browser.request(login_hint='"><script>x</script>', state="<script>")
    )

    assert "<script>" not in page.text


def test_web_app_may_call_the_token_endpoint_from_a_browser(browser: Browser) -> None:
    preflight = browser.client.options(
        "/oauth/token",
        headers={
            "Origin": "http://localhost:8000",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "auth0-client,content-type",
        },
    )

    assert preflight.status_code == 200
    assert preflight.headers["Access-Control-Allow-Origin"] == "http://localhost:8000"


def test_new_person_can_log_in_with_any_email_address(browser: Browser) -> None:
    tokens = browser.exchange(browser.log_in("new.person@somewhere.example")["code"]).json()

    claims = jwt.decode(tokens["access_token"], options={"verify_signature": False})
    assert (claims["sub"], claims["name"]) == ("local|new.person@somewhere.example", "New Person")


@pytest.mark.parametrize(
    ("faults", "error"),
    [
        (Faults(login_required=True), "login_required"),
        (Faults(access_denied=True), "access_denied"),
    ],
)
def test_fault_switch_makes_the_provider_return_its_error(
    tmp_path: Path, faults: Faults, error: str
) -> None:
    with running(tmp_path, faults) as browser:
        response = browser.client.get("/authorize", params=browser.request())

    assert answer_of(response)["error"] == error


def test_development_login_is_unavailable_in_production(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, var_dir=tmp_path, auth0_domain="tenant.auth0.com")  # type: ignore[call-arg]

    with pytest.raises(ServiceFailed, match="does not run"):
        create_app(settings)


def test_login_that_cannot_continue_links_back_to_waypost(browser: Browser) -> None:
    page = browser.client.get(
        "/authorize", params=browser.request(redirect_uri="https://elsewhere.example/")
    )

    assert page.status_code == 400
    assert "/auth/login" in page.text
