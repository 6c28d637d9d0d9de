"""Google's Sheets and Drive APIs, as a service account or as the person who logged in.

https://developers.google.com/workspace/sheets/api/reference/rest and
https://developers.google.com/identity/protocols/oauth2/service-account
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

import jwt

from api.integrations.google_sheets.config import GoogleSheetsSettings
from api.integrations.ports.connector import (
    PICK,
    Credentials,
    CredentialsRefused,
    Granted,
    RequestRefused,
    VendorBusy,
    VendorDown,
)
from api.integrations.vendor_http import VendorHttp

SCOPES = (
    "https://www.googleapis.com/auth/spreadsheets",
    "https://www.googleapis.com/auth/drive.file",
    "https://www.googleapis.com/auth/drive.metadata.readonly",
)
AUDIENCE = "https://oauth2.googleapis.com/token"
"""The audience of a grant, regardless of the address to which it is sent."""
GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
TITLE = "Google"
KIND = "application/vnd.google-apps.spreadsheet"
MOST_FILES = 100
SECONDS = 20.0
"""The timeout, because appending to a large sheet takes a while."""


class SheetsClient:
    """Makes requests with one token. Every method raises VendorProblem."""

    def __init__(
        self,
        settings: GoogleSheetsSettings,
        credentials: Credentials,
        clock: Callable[[], float] = time.time,
    ) -> None:
        token = credentials.get("access_token") or _token(settings, credentials, int(clock()))
        headers = {"Authorization": f"Bearer {token}"}
        self._sheets = VendorHttp(
            TITLE, settings.base_url, headers, detail=_detail, seconds=SECONDS
        )
        self._drive = VendorHttp(TITLE, settings.drive_url, headers, detail=_detail)

    def email(self) -> str:
        """Return the email address of the person who logged in."""
        query = {"fields": "user(emailAddress)"}
        about = self._ask(self._drive, "GET", "/drive/v3/about", query=query)
        return str(about["user"]["emailAddress"])

    def files(self) -> list[dict[str, Any]]:
        """Return the spreadsheets that the account can see, most recently changed first."""
        query = {
            "q": f"mimeType='{KIND}' and trashed=false",
            "fields": "files(id,name)",
            "orderBy": "modifiedTime desc",
            "pageSize": str(MOST_FILES),
            "supportsAllDrives": "true",
            "includeItemsFromAllDrives": "true",
        }
        return list(self._ask(self._drive, "GET", "/drive/v3/files", query=query)["files"])

    def share(self, spreadsheet_id: str, email: str) -> None:
        """Let somebody edit a spreadsheet that the account created."""
        person = {"type": "user", "role": "writer", "emailAddress": email}
        path = f"/drive/v3/files/{spreadsheet_id}/permissions"
        query = {"sendNotificationEmail": "false"}
        self._ask(self._drive, "POST", path, query=query, json=person)

    def create(self, title: str, sheet: str) -> str:
        """Create a spreadsheet with one tab and return its ID."""
        body = {"properties": {"title": title}, "sheets": [{"properties": {"title": sheet}}]}
        made = self._ask(self._sheets, "POST", "/v4/spreadsheets", json=body)
        return str(made["spreadsheetId"])

    def describe(self, spreadsheet_id: str) -> dict[str, Any]:
        """Return a spreadsheet's title and tabs."""
        fields = "properties.title,sheets.properties(sheetId,title,gridProperties.columnCount)"
        return dict(self._ask(self._sheets, "GET", _path(spreadsheet_id), query={"fields": fields}))

    def change(self, spreadsheet_id: str, request: Mapping[str, Any]) -> None:
        """Change something other than cells."""
        path = f"{_path(spreadsheet_id)}:batchUpdate"
        self._ask(self._sheets, "POST", path, json={"requests": [dict(request)]})

    def read(self, spreadsheet_id: str, cells: str, *, by: str = "ROWS") -> list[list[Any]]:
        """Return the values of cells, by row or by column."""
        path, query = _values(spreadsheet_id, cells), {"majorDimension": by}
        return list(self._ask(self._sheets, "GET", path, query=query).get("values") or [])

    def write(self, spreadsheet_id: str, cells: str, row: Sequence[str]) -> None:
        """Write one row unchanged, so that text that looks like a formula remains text (RAW)."""
        self._ask(
            self._sheets,
            "PUT",
            _values(spreadsheet_id, cells),
            query={"valueInputOption": "RAW"},
            json={"majorDimension": "ROWS", "values": [list(row)]},
        )

    def append(self, spreadsheet_id: str, cells: str, rows: Sequence[Sequence[str]]) -> None:
        """Append rows below the last one unchanged, so that text that looks like a formula remains text (RAW)."""
        self._ask(
            self._sheets,
            "POST",
            f"{_values(spreadsheet_id, cells)}:append",
            query={"valueInputOption": "RAW", "insertDataOption": "INSERT_ROWS"},
            json={"majorDimension": "ROWS", "values": [list(it) for it in rows]},
        )

    def _ask(self, http: VendorHttp, method: str, path: str, **more: Any) -> Any:
        try:
            return http.request(method, path, **more)
        except CredentialsRefused as refused:
            if "quota" in refused.text.lower() or "rate limit" in refused.text.lower():
                raise VendorBusy(refused.text, status=refused.status) from None
            raise


def _token(settings: GoogleSheetsSettings, credentials: Credentials, now: int) -> str:
    """Return an access token for a signed grant."""
    claims = {
        "iss": credentials["email"],
        "scope": " ".join(SCOPES),
        "aud": AUDIENCE,
        "iat": now,
        "exp": now + 3600,
    }
    key_id = {"kid": credentials["key_id"]}
    grant = jwt.encode(claims, credentials["private_key"], algorithm="RS256", headers=key_id)
    return str(renewed(settings, {"grant_type": GRANT, "assertion": grant})["access_token"])


def renewed(settings: GoogleSheetsSettings, form: Mapping[str, str]) -> dict[str, Any]:
    """Refresh tokens with an earlier grant. Raises VendorProblem."""
    try:
        return tokens(settings, form)
    except RequestRefused as refused:  # `invalid_grant`: the key was deleted, or access was revoked
        raise CredentialsRefused(refused.text, status=refused.status) from None


def tokens(
    settings: GoogleSheetsSettings, form: Mapping[str, str], path: str = "/token"
) -> dict[str, Any]:
    """Return the response of Google's token service. Raises VendorProblem."""
    http = VendorHttp(TITLE, settings.token_url, {}, detail=_detail)
    return dict(http.request("POST", path, form=form))


def _path(spreadsheet_id: str) -> str:
    return f"/v4/spreadsheets/{quote(spreadsheet_id, safe='')}"


def _values(spreadsheet_id: str, cells: str) -> str:
    return f"{_path(spreadsheet_id)}/values/{quote(cells, safe='')}"


def _detail(answer: Any) -> str:
    """Return Google's error message."""
    error = answer["error"]
    if isinstance(error, str):
        return f"{error}: {answer.get('error_description', '')}"
    return str(error.get("message") or "")


# Logins: https://developers.google.com/identity/protocols/oauth2/web-server. An existing
# spreadsheet is picked in the login itself:
# https://developers.google.com/workspace/drive/picker/guides/desktop-mobile-picker

LOGIN_SCOPE = "https://www.googleapis.com/auth/drive.file"
"""Only files that were created with this app or picked for it."""


def login_address(
    settings: GoogleSheetsSettings,
    given: Mapping[str, str],
    state: str,
    redirect_uri: str,
    challenge: str,
) -> str:
    """Return the URL of the consent page. Consent is requested each time, because without it there is no
    refresh token.
    """
    query = {
        "client_id": settings.client_id or "",
        "redirect_uri": redirect_uri,
        "response_type": "code",
        "scope": LOGIN_SCOPE,
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
    """Return the tokens for the query parameters of the redirect, with the spreadsheet that was picked. Raises
    VendorProblem.
    """
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
    if LOGIN_SCOPE not in str(answer.get("scope", "")).split():
        raise RequestRefused("Access to files was not allowed: leave its box ticked at Google.")
    picked = query.get("picked_file_ids", "").split(",")[0]
    return _granted(answer, {}, {"spreadsheet_id": picked} if picked else {})


def login_renewed(settings: GoogleSheetsSettings, credentials: Credentials) -> Granted:
    """Return a new access token. Raises VendorProblem."""
    old = {"refresh_token": credentials["refresh_token"]}
    answer = renewed(settings, {**_app(settings), "grant_type": "refresh_token", **old})
    return _granted(answer, old, {})


def login_ended(settings: GoogleSheetsSettings, credentials: Credentials) -> None:
    """Revoke the access. Raises VendorProblem."""
    tokens(settings, {"token": credentials["refresh_token"]}, "/revoke")


def _granted(
    answer: Mapping[str, Any], old: Mapping[str, str], settings: Mapping[str, Any]
) -> Granted:
    """Return the granted tokens. Google issues a refresh token only once, so the old one is used again if the response
    has none.
    """
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
