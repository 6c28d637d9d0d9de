"""Builders of locked codes, through the calls that owners make."""

from dataclasses import dataclass
from typing import Any

from starlette.testclient import TestClient

from tests.support.people import Somebody


@dataclass(frozen=True)
class Locks:
    """Somebody who makes locks."""

    client: TestClient
    who: Somebody

    def call(self, path: str, **body: Any) -> dict[str, Any]:
        """The answer to a call of the owner's that must succeed."""
        answer = self.client.post(f"/v1/{path}", json=body, headers=self.who.headers)
        assert answer.status_code == 200, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def page(self, **fields: Any) -> str:
        """A new page code; its id."""
        body = {"name": "Secret menu", "type": "page", "content": {"title": "Welcome in"}}
        code_id: str = self.call("qr/create-code", **body | fields)["code_id"]
        return code_id

    def promos(self, code_id: str, **fields: Any) -> list[str]:
        """New promo codes of a code."""
        made: list[str] = self.call("promo_lock/create_promo_code", qr_id=code_id, **fields)[
            "promo_codes"
        ]
        return made

    def locked(self, **fields: Any) -> tuple[str, str]:
        """A locked page and a promo code that opens it."""
        code_id = self.page()
        (promo,) = self.promos(code_id, **{"amount": 1} | fields)
        return code_id, promo

    def check(self, code_id: str, promo: str, **fields: Any) -> dict[str, Any]:
        """What an anonymous visitor is told of a promo code."""
        return self._anonymous("check_promo_code", code_id, promo, fields)

    def use(self, code_id: str, promo: str, **fields: Any) -> dict[str, Any]:
        """An anonymous visitor uses a promo code; what they are told."""
        return self._anonymous("promo_code_usage", code_id, promo, fields)

    def usage(self, code_id: str) -> dict[str, Any]:
        """What the owner sees of uses."""
        return self.call("promo_lock/promo_code_usage", qr_id=code_id)

    def _anonymous(
        self, path: str, code_id: str, promo: str, fields: dict[str, Any]
    ) -> dict[str, Any]:
        headers = {"User-Agent": fields.pop("agent", "Mozilla/5.0 (a visitor)")}
        body = {"qr_id": code_id, "promo_code": promo, **fields}
        answer = self.client.post(f"/v1/promo_lock/{path}", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told
