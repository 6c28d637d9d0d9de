"""A till: a member who manages cards, through the API."""

from dataclasses import dataclass
from itertools import count
from typing import Any

from starlette.testclient import TestClient

from tests.support.people import Somebody

_NUMBERS = count(1)


@dataclass(frozen=True)
class Till:
    """Gives points and redeems rewards as one member."""

    client: TestClient
    who: Somebody

    def call(self, path: str, status: int = 200, /, **body: Any) -> Any:
        """Make a call and return its response."""
        answer = self.client.post(f"/v1/{path}", json=body, headers=self.who.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def settled(self, path: str, body: dict[str, Any]) -> int:
        """Repeat a request until the server is not too busy, as a till does; return the status."""
        while True:
            answer = self.client.post(f"/v1/{path}", json=body, headers=self.who.headers)
            if answer.status_code != 503 and answer.json().get("code") != "changed_meanwhile":
                return answer.status_code

    def customer(self, **fields: Any) -> str:
        """Create a customer with a card and return their ID."""
        named = {"first_name": f"Customer {next(_NUMBERS)}", **fields}
        customer_id: str = self.call("save-customer", **named)["customer_id"]
        self.post(customer_id)
        return customer_id

    def post(self, customer_id: str, status: int = 200, **body: Any) -> Any:
        """Change a card."""
        return self.call("rewards/post-swapt-card", status, customer_id=customer_id, **body)

    def give(self, customer_id: str, amount: int, unit: str = "points", **body: Any) -> Any:
        """Give points, or stamps."""
        return self.post(customer_id, action="add", unit=unit, amount=amount, **body)

    def reward(self, **fields: Any) -> str:
        """Create a reward and return its ID."""
        draft = {"name": "Coffee", **fields}
        made = self.call("register-reward", action="create", reward_list=[draft])
        reward_id: str = made["items"][0]["reward_id"]
        return reward_id

    def redeem(self, customer_id: str, status: int = 200, **body: Any) -> Any:
        """Redeem a reward."""
        return self.call("rewards/redeem", status, customer_id=customer_id, **body)

    def balance(self, customer_id: str, unit: str = "points") -> tuple[int, int]:
        """Return the available and the pending amount."""
        ledger = self.call("rewards/get-ledger", customer_id=customer_id)
        (found,) = [it for it in ledger["balances"] if it["unit"] == unit]
        return found["available"], found["pending"]
