"""Builders of locked codes through the API, and browsers that open them."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from starlette.testclient import TestClient

from api.domains.promotions.promo_locks import guess_limits
from tests.support.people import Somebody
from tests.support.waiting import retry_while_unavailable


@dataclass(frozen=True)
class Locks:
    """Creates locked codes as one member."""

    client: TestClient
    who: Somebody

    def call(self, path: str, **body: Any) -> dict[str, Any]:
        """Make a call that must succeed; return its response."""
        answer = self.client.post(f"/v1/{path}", json=body, headers=self.who.headers)
        assert answer.status_code == 200, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def page(self, **fields: Any) -> str:
        """Create a page code and return its ID."""
        body = {"name": "Secret menu", "type": "page", "content": {"title": "Welcome in"}}
        code_id: str = self.call("qr/create-code", **body | fields)["code_id"]
        return code_id

    def promos(self, code_id: str, **fields: Any) -> list[str]:
        """Create promo codes of a code and return them."""
        made: list[str] = self.call("promo_lock/create_promo_code", qr_id=code_id, **fields)[
            "promo_codes"
        ]
        return made

    def locked(self, **fields: Any) -> tuple[str, str]:
        """Create a locked page and a promo code that opens it."""
        code_id = self.page()
        (promo,) = self.promos(code_id, **{"amount": 1} | fields)
        return code_id, promo

    def check(self, code_id: str, promo: str, **fields: Any) -> dict[str, Any]:
        """Check a promo code as an anonymous visitor."""
        return self._anonymous("check_promo_code", code_id, promo, fields)

    def use(self, code_id: str, promo: str, **fields: Any) -> dict[str, Any]:
        """Use a promo code as an anonymous visitor."""
        return self._anonymous("promo_code_usage", code_id, promo, fields)

    def usage(self, code_id: str) -> dict[str, Any]:
        """Return the code's uses, as its owner sees them."""
        return self.call("promo_lock/promo_code_usage", qr_id=code_id)

    def _anonymous(
        self, path: str, code_id: str, promo: str, fields: dict[str, Any]
    ) -> dict[str, Any]:
        headers = {"User-Agent": fields.pop("agent", "Mozilla/5.0 (a visitor)")}
        body = {"qr_id": code_id, "promo_code": promo, **fields}
        answer = retry_while_unavailable(
            lambda: self.client.post(f"/v1/promo_lock/{path}", json=body, headers=headers)
        )
        assert answer.status_code == 200, answer.text
        result: dict[str, Any] = answer.json()
        return result


BROWSER = {
    "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari/604.1",
    "Accept": "text/html",
}


class MovableClock:
    """A clock that tests move."""

    def __init__(self) -> None:
        # Just after a window of guess limits starts, so that no test continues past its end.
        self.now = guess_limits.window_of(datetime.now(UTC)) + timedelta(seconds=5)

    def __call__(self) -> datetime:
        return self.now

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)


class Browser:
    """One visitor's browser with its own cookies."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.cookies: dict[str, str] = {}

    def open(self, code_id: str, query: str = "") -> Any:
        return self._send("GET", f"/code/{code_id}{query}")

    def get(self, path: str) -> Any:
        return self._send("GET", path)

    def unlock(self, code_id: str, promo: str, **fields: Any) -> Any:
        """Submit the form; return the page that explains why it stays locked, or the redirect."""
        answer = self.submit(f"/code/{code_id}/unlock", promo, **fields)
        location = answer.headers["location"]
        return self.get(location) if location.startswith(f"/code/{code_id}/unlock?") else answer

    def submit(self, path: str, promo: str, **fields: Any) -> Any:
        pressed = self._send("POST", path, {"promo": promo, **fields})
        assert (pressed.status_code, pressed.content) == (303, b""), pressed.text
        return pressed

    def is_in(self, code_id: str) -> bool:
        return "Welcome in" in self.open(code_id).text

    def _send(self, method: str, path: str, data: dict[str, Any] | None = None) -> Any:
        self.client.cookies.clear()
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = BROWSER | ({"Cookie": cookie} if cookie else {})
        answer = self.client.request(method, path, headers=headers, data=data)
        self.cookies |= dict(answer.cookies)
        return answer
