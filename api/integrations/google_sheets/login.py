"""Logins at Google, for the spreadsheets that somebody makes with us or picks for us (`drive.file`).

https://developers.google.com/identity/protocols/oauth2/web-server; a spreadsheet that is there already is picked in
the login itself: https://developers.google.com/workspace/drive/picker/guides/desktop-mobile-picker
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from api.integrations.google_sheets.client import renewed, tokens
from api.integrations.google_sheets.config import GoogleSheetsSettings
from api.integrations.ports.connector import (
    PICK,
    Credentials,
    Granted,
    RequestRefused,
    VendorDown,
)

SCOPE = "https://www.googleapis.com/auth/drive.file"
"""Files that were made with this app or picked for it, and no others."""


def login_address(
    settings: GoogleSheetsSettings,
    given: Mapping[str, str],
    state: str,
    redirect_uri: str,
    challenge: str,
) -> str:
    """Where somebody agrees. Consent is asked for each time, without which there is no refresh token."""
    query = {
        "client_id": settings.client_id or "",
        "redirect_uri": redirect_uri,
        "response_type": "code",
        "scope": SCOPE,
        "access_type": "offline",
        "prompt": "consent",
        "state": state,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    if given.get(PICK):
        query["trigger_onepick"] = "true"
    return f"{settings.login_url.rstrip('/')}/o/oauth2/v2/auth?{urlencode(query)}"


def logged_in(
    settings: GoogleSheetsSettings, query: Mapping[str, str], redirect_uri: str, verifier: str
) -> Granted:
    """Tokens for what the browser brought back, with the spreadsheet that was picked. Raises VendorProblem."""
    if query.get("error"):
        raise RequestRefused("The login was cancelled at Google.")
    form = {
        **_app(settings),
        "grant_type": "authorization_code",
        "code": query.get("code", ""),
        "redirect_uri": redirect_uri,
        "code_verifier": verifier,
    }
    answer = tokens(settings, form)
    if SCOPE not in str(answer.get("scope", "")).split():
        raise RequestRefused("Access to files was not allowed: leave its box ticked at Google.")
    picked = query.get("picked_file_ids", "").split(",")[0]
    return _granted(answer, {}, {"spreadsheet_id": picked} if picked else {})


def login_renewed(settings: GoogleSheetsSettings, credentials: Credentials) -> Granted:
    """A new access token. Raises VendorProblem."""
    old = {"refresh_token": credentials["refresh_token"]}
    answer = renewed(settings, {**_app(settings), "grant_type": "refresh_token", **old})
    return _granted(answer, old, {})


def login_ended(settings: GoogleSheetsSettings, credentials: Credentials) -> None:
    """Take the access back. Raises VendorProblem."""
    tokens(settings, {"token": credentials["refresh_token"]}, "/revoke")


def _granted(
    answer: Mapping[str, Any], old: Mapping[str, str], settings: Mapping[str, Any]
) -> Granted:
    """Google gives a refresh token once, and keeps it."""
    try:
        kept = {
            "access_token": str(answer["access_token"]),
            "refresh_token": str(answer.get("refresh_token") or old["refresh_token"]),
        }
        return Granted(kept, float(answer["expires_in"]), settings)
    except (KeyError, TypeError, ValueError):
        raise VendorDown("Google's answer has no tokens that end.") from None


def _app(settings: GoogleSheetsSettings) -> dict[str, str]:
    secret = settings.client_secret
    return {
        "client_id": settings.client_id or "",
        "client_secret": secret.get_secret_value() if secret is not None else "",
    }
