"""A twin of Google's Sheets, Drive, login and token services on loopback.

Stores spreadsheets as rows of tabs, verifies signed grants and logins, validates each request against Google's
discovery documents, and executes anything that looks like a formula unless values are RAW.
"""

import base64
import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import jwt
import orjson
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from api.integrations.service_accounts import made_service_account
from tests.support.google_requests import request_problem
from tests.twins.loopback import Answer, on_loopback

ACCOUNT = made_service_account("sheets")
FILE = orjson.dumps(
    {
        "type": "service_account",
        "client_email": ACCOUNT.email,
        "private_key_id": ACCOUNT.key_id,
        "private_key": ACCOUNT.private_key,
    },
    option=orjson.OPT_INDENT_2,
).decode()
CLIENT_ID = "1234567890-harbor.apps.googleusercontent.com"
CLIENT_SECRET = "GOCSPX-0123456789abcdefghijklmn"
SPREADSHEET = "1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789"
FOREIGN = "1ForeignSpreadsheetOfSomebody0123456789"
OF_FILES = "https://www.googleapis.com/auth/drive.file"
_KEY = load_pem_private_key(ACCOUNT.private_key.encode(), None).public_key()
_RANGE = re.compile(r"^'((?:[^']|'')+)'!(?:1:1|A1|([A-Z]+)2:([A-Z]+))$")


@dataclass
class Sheets:
    """The spreadsheets, and how the twin should behave."""

    url: str = ""
    key_is_known: bool = True
    books: dict[str, dict[str, list[list[str]]]] = field(
        default_factory=lambda: {SPREADSHEET: {"Sheet1": []}}
    )
    """Rows by tab, by spreadsheet."""
    shared: list[tuple[str, str]] = field(default_factory=list)
    appends: int = 0
    answers: list[int] = field(default_factory=list)
    """Statuses of the next responses to appending; 0: it does what is requested, and the connection breaks."""
    never: str = ""
    """A cell that Google does not accept."""
    for_the_app: set[str] = field(default_factory=set)
    """Spreadsheets that a login can access: created with the app or picked for it."""
    scopes: dict[str, set[str]] = field(default_factory=dict)
    """The scopes of each access token."""
    refresh_token: str | None = None
    given: list[str] = field(default_factory=list)
    """Every secret that logins were ever issued."""
    _challenge: str = ""
    _code: str | None = None
    _granted: str = ""

    def log_in(
        self, address: str, *, agrees: bool = True, allows_files: bool = True
    ) -> dict[str, str]:
        """Return what the browser brings back from the page at this address; if a file is picked, it is SPREADSHEET."""
        parts = urlsplit(address)
        asked = dict(parse_qsl(parts.query))
        assert parts.path == "/o/oauth2/v2/auth"
        assert (asked["client_id"], asked["response_type"]) == (CLIENT_ID, "code")
        assert (asked["access_type"], asked["prompt"]) == ("offline", "consent")
        assert asked["code_challenge_method"] == "S256"
        if not agrees:
            return {"error": "access_denied", "state": asked["state"]}
        self._challenge, self._code = asked["code_challenge"], f"4/code-{len(self.given)}"
        self._granted = asked["scope"] if allows_files else ""
        back = {"code": self._code, "scope": self._granted, "state": asked["state"]}
        if asked.get("trigger_onepick") == "true":
            self.for_the_app.add(SPREADSHEET)
            back["picked_file_ids"] = SPREADSHEET
        return back

    def answer(
        self, method: str, target: str, headers: dict[str, str], raw: bytes
    ) -> Answer | None:
        """Return status, body and headers; None breaks the connection."""
        where = urlsplit(target)
        query = dict(parse_qsl(where.query))
        if where.path == "/token":
            return self._token(dict(parse_qsl(raw.decode())))
        if where.path == "/revoke":
            return self._revoke(dict(parse_qsl(raw.decode())))
        token = headers.get("authorization", "").removeprefix("Bearer ")
        if token not in self.scopes:
            return _error(401, "Request had invalid authentication credentials.")
        body = orjson.loads(raw) if raw else {}
        api = "drive.v3" if where.path.startswith("/drive/") else "sheets.v4"
        problem = request_problem(api, method, where.path, query, body, self.scopes[token])
        if problem is not None:
            return _error(400, problem)
        is_login = self.scopes[token] == {OF_FILES}
        if api == "drive.v3":
            return self._drive(method, where.path, body, is_login=is_login)
        return self._sheets(method, unquote(where.path), query, body, is_login=is_login)

    def _token(self, form: dict[str, str]) -> Answer:
        if form["grant_type"] in ("authorization_code", "refresh_token"):
            return self._of_login(form)
        try:
            claims = jwt.decode(
                form["assertion"],
                _KEY,  # type: ignore[arg-type]
                algorithms=["RS256"],
                audience="https://oauth2.googleapis.com/token",
            )
        except jwt.InvalidTokenError:
            return _no_grant("Bad JWT")
        if not self.key_is_known:
            return _no_grant("Invalid JWT Signature.")
        self.scopes["ya29.twin"] = set(claims["scope"].split())
        return 200, {"access_token": "ya29.twin", "expires_in": 3599, "token_type": "Bearer"}, {}

    def _of_login(self, form: dict[str, str]) -> Answer:
        if (form["client_id"], form["client_secret"]) != (CLIENT_ID, CLIENT_SECRET):
            return 401, {"error": "invalid_client", "error_description": "Unauthorized"}, {}
        more: dict[str, str] = {}
        if form["grant_type"] == "authorization_code":
            digest = hashlib.sha256(form["code_verifier"].encode()).digest()
            proof = base64.urlsafe_b64encode(digest).decode().rstrip("=")
            code, self._code = self._code, None
            if code is None or form["code"] != code or proof != self._challenge:
                return _no_grant("Malformed auth code.")
            self.refresh_token = f"1//refresh-{len(self.given):030}"
            more["refresh_token"] = self.refresh_token
            self.given.append(self.refresh_token)
        elif self.refresh_token is None or form["refresh_token"] != self.refresh_token:
            return _no_grant("Token has been expired or revoked.")
        token = f"ya29.login-{len(self.given):030}"
        self.given.append(token)
        self.scopes[token] = set(self._granted.split())
        answer = {"access_token": token, "expires_in": 3599, "token_type": "Bearer"}
        return 200, {**answer, "scope": self._granted, **more}, {}

    def _revoke(self, form: dict[str, str]) -> Answer:
        if self.refresh_token is None or form["token"] != self.refresh_token:
            return 400, {"error": "invalid_token", "error_description": "Token expired"}, {}
        self.refresh_token = None
        self.scopes.clear()
        return 200, {}, {}

    def _drive(self, method: str, path: str, body: dict[str, Any], *, is_login: bool) -> Answer:
        if path == "/drive/v3/about":
            return 200, {"user": {"emailAddress": "ana@harbor.example"}}, {}
        if method == "GET":
            seen = [it for it in self.books if not is_login or it in self.for_the_app]
            return 200, {"files": [{"id": it, "name": "Tastings"} for it in seen]}, {}
        self.shared.append((path.split("/")[4], body["emailAddress"]))
        return 200, {"id": "1"}, {}

    def _sheets(
        self, method: str, path: str, query: dict[str, str], body: dict[str, Any], *, is_login: bool
    ) -> Answer | None:
        if path == "/v4/spreadsheets":
            made = f"1MadeByTheServiceAccount{len(self.books):010}"
            self.books[made] = {it["properties"]["title"]: [] for it in body["sheets"]}
            self.for_the_app.add(made)
            return 200, {"spreadsheetId": made}, {}
        rest = path.removeprefix("/v4/spreadsheets/")
        spreadsheet_id = re.split("[/:]", rest)[0]
        book = self.books.get(spreadsheet_id)
        if is_login and spreadsheet_id not in self.for_the_app:
            return _error(404, "Requested entity was not found.")
        if book is None:
            return _error(403, "The caller does not have permission")
        rest = rest.removeprefix(spreadsheet_id)
        if rest == "":
            grid = {"columnCount": 26}
            tabs = [
                {"properties": {"sheetId": place, "title": it, "gridProperties": grid}}
                for place, it in enumerate(book)
            ]
            return 200, {"properties": {"title": "Tastings"}, "sheets": tabs}, {}
        if rest == ":batchUpdate":
            for it in body["requests"]:
                if "addSheet" in it:
                    book[it["addSheet"]["properties"]["title"]] = []
            return 200, {"replies": []}, {}
        return self._values(method, rest.removeprefix("/values/"), query, body, book)

    def _values(
        self,
        method: str,
        cells: str,
        query: dict[str, str],
        body: dict[str, Any],
        book: dict[str, list[list[str]]],
    ) -> Answer | None:
        found = _RANGE.match(cells.removesuffix(":append"))
        if found is None or found.group(1).replace("''", "'") not in book:
            return _error(400, f"Unable to parse range: {cells}")
        rows = book[found.group(1).replace("''", "'")]
        if method == "GET":
            if found.group(2) is None:
                return 200, {"values": rows[:1]}, {}
            place = ord(found.group(2)) - ord("A")
            column = [it[place] for it in rows[1:]]
            return 200, {"values": [column]} if column else {}, {}
        values = [[self._typed(it, query) for it in row] for row in body["values"]]
        if method == "PUT":
            rows[:1] = values
            return 200, {"updatedRows": 1}, {}
        self.appends += 1
        status = self.answers.pop(0) if self.answers else 200
        if status >= 400:
            return _error(status, "Quota exceeded for quota metric 'Write requests'")
        if self.never and any(self.never in row for row in values):
            return _error(400, "Invalid values")
        rows += values
        return None if status == 0 else (200, {"updates": {"updatedRows": len(values)}}, {})

    def _typed(self, cell: str, query: dict[str, str]) -> str:
        """Return a cell as it is stored: a formula typed by a user would be executed."""
        is_run = query["valueInputOption"] != "RAW" and cell.startswith("=")
        return "#RUN" if is_run else cell


def _error(status: int, message: str) -> Answer:
    return status, {"error": {"code": status, "message": message}}, {}


def _no_grant(why: str) -> Answer:
    return 400, {"error": "invalid_grant", "error_description": why}, {}


@contextmanager
def sheets_twin() -> Iterator[Sheets]:
    """Run a twin until the block ends."""
    twin = Sheets()
    with on_loopback(twin.answer) as twin.url:
        yield twin
