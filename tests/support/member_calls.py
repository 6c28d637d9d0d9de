"""The calls of one member about customers and their consents."""

import re
from typing import Any
from urllib.parse import urlsplit

from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.jobs import run_jobs
from tests.support.people import Somebody


class Calls:
    """The calls of one member, and what a customer does with their emails."""

    def __init__(self, client: TestClient, member: Somebody, settings: Settings) -> None:
        self.client = client
        self._member = member
        self.settings = settings

    def __call__(self, path: str, status: int = 200, **body: object) -> Any:
        answer = self.client.post(f"/v1/{path}", json=body, headers=self._member.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def add(self, **facts: object) -> str:
        return str(self("save-customer", **facts)["customer_id"])

    def say(self, customer_id: str, decision: str, channel: str = "email", **more: object) -> Any:
        body = {"customer_id": customer_id, "channel": channel, "decision": decision}
        return self("record-consent", **{**body, "reason": "Signed form", **more})

    def reason(self, customer_id: str, channel: str = "email", **more: object) -> str | None:
        """Return why they may not be contacted; None if they may."""
        body = {"customer_id": customer_id, "channel": channel, **more}
        answer = self("may-contact", **body)
        assert answer["allowed"] == (answer["reason"] is None)
        reason: str | None = answer["reason"]
        return reason

    def ledger(self, customer_id: str) -> list[tuple[str, str, str]]:
        """Return the entries, latest first."""
        entries = self("get-customer-consents", customer_id=customer_id)["entries"]
        return [(it["channel"], it["decision"], it["source"]) for it in entries]

    def mails(self) -> list[Any]:
        """Return the sent emails, latest first."""
        run_jobs(self.settings)
        items = self("get-sandbox-messages", pageSize=100)["items"]
        return [it for it in items if it["channel"] == "email"]

    def link(self) -> str:
        """Return the path of the link in the latest email."""
        return preference_link(self.mails()[0]["body"])

    def page_of(self, customer_id: str) -> str:
        """Return the path of the preference page that a member copies."""
        url = self("get-customer-consents", customer_id=customer_id)["preference_url"]
        return urlsplit(url).path


def preference_link(text: str) -> str:
    """Return the path of the preference link in a text."""
    found = re.search(r"https?://\S+/preferences/\S+", text)
    assert found
    parts = urlsplit(found.group())
    return f"{parts.path}?{parts.query}"
