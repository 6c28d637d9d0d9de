"""A phone with a wallet: it registers for passes, asks for changes when it gets a push, and fetches them.

https://developer.apple.com/documentation/walletpasses/adding-a-web-service-to-update-passes
"""

from typing import Any

import httpx2


class Phone:
    """A phone that uses Apple's wallet web service."""

    def __init__(self, client: httpx2.Client, device_id: str) -> None:
        self._client = client
        self._device_id = device_id
        self.tag: str | None = None

    def _registrations(self, card: dict[str, Any]) -> str:
        return f"/dev/v1/devices/{self._device_id}/registrations/{card['passTypeIdentifier']}"

    def add(self, card: dict[str, Any], token: str | None, push_token: str = "a1b2") -> int:
        return self._client.post(
            f"{self._registrations(card)}/{card['serialNumber']}",
            headers=_authorized(token),
            json={"pushToken": push_token},
        ).status_code

    def remove(self, card: dict[str, Any], token: str | None) -> int:
        address = f"{self._registrations(card)}/{card['serialNumber']}"
        return self._client.delete(address, headers=_authorized(token)).status_code

    def changed(self, card: dict[str, Any]) -> list[str]:
        since = {"passesUpdatedSince": self.tag} if self.tag else {}
        answer = self._client.get(self._registrations(card), params=since)
        if answer.status_code == 204:
            return []
        assert answer.status_code == 200, answer.text
        self.tag = answer.json()["lastUpdated"]
        return sorted(answer.json()["serialNumbers"])

    def fetch(self, card: dict[str, Any], token: str | None, since: str | None = None) -> Any:
        address = f"/dev/v1/passes/{card['passTypeIdentifier']}/{card['serialNumber']}"
        known = {"if-modified-since": since} if since else {}
        return self._client.get(address, headers={**_authorized(token), **known})


def _authorized(token: str | None) -> dict[str, str]:
    return {"authorization": f"ApplePass {token}"} if token is not None else {}


class WokenPhone(Phone):
    """A phone that reacts to a push by itself, as Wallet does."""

    def __init__(
        self, client: httpx2.Client, device_id: str, card: dict[str, Any], token: str
    ) -> None:
        super().__init__(client, device_id)
        self._card = card
        self._pass_token = token
        self.since: str | None = None
        self.fetched: list[bytes] = []
        self.statuses: list[int] = []

    def wake(self) -> None:
        """Ask for changes, and fetch them."""
        for _ in self.changed(self._card):
            answer = self.fetch(self._card, self._pass_token, self.since)
            self.statuses.append(answer.status_code)
            if answer.status_code == 200:
                self.since = answer.headers["last-modified"]
                self.fetched.append(answer.content)
