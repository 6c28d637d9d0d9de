"""Games created and played through the API."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from starlette.testclient import TestClient

from tests.support.browsers import IPHONE
from tests.support.people import Somebody

PHONE = {"user-agent": IPHONE, "accept": "application/json"}


@dataclass(frozen=True)
class Arcade:
    """Creates games as one member, and plays them as anybody."""

    client: TestClient
    who: Somebody
    now: datetime

    def call(self, path: str, status: int = 200, **body: Any) -> Any:
        """Make a call as the member and return its response."""
        answer = self.client.post(f"/v1/{path}", json=body, headers=self.who.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def draft(self, **fields: Any) -> Any:
        """Create a game that is not published."""
        body = {
            "name": "Lucky wheel",
            "starts_at": self.now.isoformat(),
            "ends_at": (self.now + timedelta(days=10)).isoformat(),
            "time_zone": "Europe/Berlin",
            "prizes": [{"name": "Coffee", "stock": 2, "odds_ppm": 1_000_000}],
            "limits": {"per_person_day": None},
        }
        return self.call("game", httpMethod="POST", **body | fields)

    def game(self, **fields: Any) -> Any:
        """Create a published game."""
        return self.call("publish-game", game_id=self.draft(**fields)["game_id"])

    def visitor(self) -> dict[str, str]:
        """Return the headers of a new visitor who has a cookie."""
        self.client.cookies.clear()
        given = self.client.post("/v1/get-identifier", json={}, headers=PHONE)
        cookie = given.headers["set-cookie"].partition(";")[0]
        self.client.cookies.clear()
        return {**PHONE, "cookie": cookie}

    def play(
        self, game: Any, status: int = 200, who: dict[str, str] | None = None, **body: Any
    ) -> Any:
        """Play and return the response."""
        sent = {"game_id": game["game_id"], "play_id": str(uuid4()), **body}
        headers = who or self.visitor()
        answer = self.client.post("/v1/game/play-game", json=sent, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def public(self, path: str, status: int = 200, **body: Any) -> Any:
        """Make a call as a visitor and return its response."""
        answer = self.client.post(f"/v1/{path}", json=body, headers=PHONE)
        assert answer.status_code == status, answer.text
        return answer.json()
