"""Login through a certified third-party OIDC provider: panva's oidc-provider, on loopback."""

import json
import os
import socket
import subprocess
from collections.abc import Iterator
from typing import Any

import httpx2
import jwt
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from api.apps.web import create_app
from api.auth.tokens import CLAIM_NAMESPACE
from runtime.settings import ROOT, Settings
from tests.e2e.browser import new_context
from tests.support.waiting import eventually
from tests.support.web import served

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCRIPT = ROOT / "tests" / "support" / "foreign_provider.mjs"
PACKAGE = ROOT / "node_modules" / "oidc-provider"
ENTRANCE = "/admin/my-codes"


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def node() -> str:
    own = ROOT / ".setup" / "bin" / "node"
    return str(own) if own.exists() else "node"


@pytest.fixture
def installation(settings: Settings) -> Iterator[Settings]:
    """Run the web process with the public settings that an operator sets, beside the provider."""
    if not PACKAGE.exists():
        pytest.skip("oidc-provider is not installed: run `make setup`")
    provider, port = free_port(), free_port()
    wanted = settings.model_copy(
        update={"auth0_domain": f"http://localhost:{provider}", "port": port}
    )
    arguments = [wanted.auth0_client_id, wanted.auth0_audience]
    redirect = f"http://localhost:{port}/auth/login"
    running = subprocess.Popen(
        [node(), SCRIPT, str(provider), *arguments, redirect, CLAIM_NAMESPACE],
        env=os.environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        eventually(lambda: answers(f"{wanted.issuer}.well-known/openid-configuration"))
        with served(create_app(wanted), port):
            yield wanted
    finally:
        running.terminate()
        running.wait(timeout=10)


def answers(url: str) -> bool:
    try:
        return httpx2.get(url).status_code == 200
    except httpx2.HTTPError:
        return False


def log_in(page: Page, email: str) -> None:
    page.goto(ENTRANCE)
    page.wait_for_url("**/interaction/**")
    page.locator("[name=login]").fill(email)
    page.locator("[name=password]").fill("anything")
    page.locator("button[type=submit]").click()
    page.locator("button[type=submit]", has_text="Continue").click()
    page.wait_for_url("**/admin/**")


def kept_tokens(context: BrowserContext) -> dict[str, Any]:
    """Return what the web app's login client stores."""
    for origin in context.storage_state().get("origins", []):
        for item in origin["localStorage"]:
            if "refresh_token" in item["value"]:
                body: dict[str, Any] = json.loads(item["value"])["body"]
                return body
    return {}


@pytest.mark.parametrize("email", ["ana@example.com", "plain@example.com"])
def test_web_app_logs_in_at_a_foreign_provider_and_identifies_the_user(
    browser: Browser, installation: Settings, email: str
) -> None:
    web = installation.base_url
    context = new_context(browser, web)
    page = context.new_page()
    log_in(page, email)
    expect(page.get_by_role("button", name="Create organisation").first).to_be_visible()
    token = kept_tokens(context)["access_token"]

    known = httpx2.get(f"{web}/v1/me", headers={"Authorization": f"Bearer {token}"}).json()
    assert (known["email"], known["email_verified"]) == (email, True)
    claims = jwt.decode(token, options={"verify_signature": False})
    assert (f"{CLAIM_NAMESPACE}email" in claims) is not email.startswith("plain")
    context.close()


def test_web_app_rotates_refresh_tokens_and_accepts_a_new_signing_key(
    browser: Browser, installation: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.auth.signing_keys.RETRY_SECONDS", 1.0)
    web, issuer = installation.base_url, installation.issuer
    context = new_context(browser, web)
    page = context.new_page()
    log_in(page, "ana@example.com")
    expect(page.get_by_role("button", name="Create organisation").first).to_be_visible()
    first = kept_tokens(context)

    def me(token: str) -> Any:
        return httpx2.get(f"{web}/v1/me", headers={"Authorization": f"Bearer {token}"})

    def refresh(token: str) -> Any:
        fields = {"grant_type": "refresh_token", "client_id": installation.auth0_client_id}
        return httpx2.post(f"{issuer}oauth/token", data={**fields, "refresh_token": token})

    httpx2.post(f"{issuer}test/change-key")
    answer = refresh(first["refresh_token"])
    assert answer.status_code == 200, answer.text
    second = answer.json()
    assert second["refresh_token"] != first["refresh_token"]
    kids = [jwt.get_unverified_header(it["access_token"])["kid"] for it in (first, second)]
    assert kids[0] != kids[1]
    # Keys are requested again after a pause.
    eventually(lambda: me(second["access_token"]).status_code == 200)
    assert refresh(first["refresh_token"]).status_code == 400
    context.close()
