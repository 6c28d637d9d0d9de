"""A twin of Google's Sheets, Drive and token services on loopback.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values: keeps spreadsheets as rows of
tabs, checks signed grants, and runs what looks like a formula unless values are RAW.
"""

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
SPREADSHEET = "1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789"
FOREIGN = "1ForeignSpreadsheetOfSomebody0123456789"
_KEY = load_pem_private_key(ACCOUNT.private_key.encode(), None).public_key()
_RANGE = re.compile(r"^'((?:[^']|'')+)'!(?:1:1|A1|([A-Z]+)2:([A-Z]+))$")


@dataclass
class Sheets:
    """The spreadsheets, and how the twin shall behave."""

    url: str = ""
    key_is_known: bool = True
    books: dict[str, dict[str, list[list[str]]]] = field(
        default_factory=lambda: {SPREADSHEET: {"Sheet1": []}}
    )
    """Rows by tab, by spreadsheet."""
    shared: list[tuple[str, str]] = field(default_factory=list)
    appends: int = 0
    answers: list[int] = field(default_factory=list)
    """Statuses of the next answers to appending; 0: it does what is asked, and the line breaks."""

    def answer(
        self, method: str, target: str, headers: dict[str, str], raw: bytes
    ) -> Answer | None:
        """Status, body and headers; None breaks the line."""
        where = urlsplit(target)
        query = dict(parse_qsl(where.query))
        if where.path == "/token":
            return self._token(dict(parse_qsl(raw.decode())))
        if headers.get("authorization") != "Bearer ya29.twin":
            return _error(401, "Request had invalid authentication credentials.")
        body = orjson.loads(raw) if raw else {}
        if where.path.startswith("/drive/v3/files"):
            return self._drive(method, where.path, body)
        return self._sheets(method, unquote(where.path), query, body)

    def _token(self, form: dict[str, str]) -> Answer:
        try:
            jwt.decode(
                form["assertion"],
                _KEY,  # type: ignore[arg-type]
                algorithms=["RS256"],
                audience="https://oauth2.googleapis.com/token",
            )
        except jwt.InvalidTokenError:
            return 400, {"error": "invalid_grant", "error_description": "Bad JWT"}, {}
        if not self.key_is_known:
            return (
                400,
                {"error": "invalid_grant", "error_description": "Invalid JWT Signature."},
                {},
            )
        return 200, {"access_token": "ya29.twin", "expires_in": 3599, "token_type": "Bearer"}, {}

    def _drive(self, method: str, path: str, body: dict[str, Any]) -> Answer:
        if method == "GET":
            return 200, {"files": [{"id": it, "name": "Tastings"} for it in self.books]}, {}
        self.shared.append((path.split("/")[4], body["emailAddress"]))
        return 200, {"id": "1"}, {}

    def _sheets(
        self, method: str, path: str, query: dict[str, str], body: dict[str, Any]
    ) -> Answer | None:
        if path == "/v4/spreadsheets":
            made = f"1MadeByTheServiceAccount{len(self.books):010}"
            self.books[made] = {it["properties"]["title"]: [] for it in body["sheets"]}
            return 200, {"spreadsheetId": made}, {}
        rest = path.removeprefix("/v4/spreadsheets/")
        spreadsheet_id = re.split("[/:]", rest)[0]
        book = self.books.get(spreadsheet_id)
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
        rows += values
        return None if status == 0 else (200, {"updates": {"updatedRows": len(values)}}, {})

    def _typed(self, cell: str, query: dict[str, str]) -> str:
        """A cell as it is kept: typed by a user, it would be run."""
        is_run = query["valueInputOption"] != "RAW" and cell.startswith("=")
        return "#RUN" if is_run else cell


def _error(status: int, message: str) -> Answer:
    return status, {"error": {"code": status, "message": message}}, {}


@contextmanager
def sheets_twin() -> Iterator[Sheets]:
    """A twin that runs inside the block."""
    twin = Sheets()
    with on_loopback(twin.answer) as twin.url:
        yield twin
