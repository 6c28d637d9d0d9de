"""A twin of Yotpo's loyalty API on loopback. https://loyaltyapi.yotpo.com/reference/fetch-customer-details

Yotpo publishes no OpenAPI document, so this follows its documentation pages and is not validated against anything
official.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.twins.loopback import Answer, on_loopback

GUID = "aQ3-twin-guid"
KEY = "yotpo-key-0123456789abcdef"


@dataclass
class Yotpo:
    """The data of the account, and how the twin should behave."""

    url: str = ""
    key: str = KEY
    customers: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Customers by address."""
    answers: list[int] = field(default_factory=list)
    """Statuses of the next responses; 0: the connection breaks."""

    def answer(
        self, method: str, target: str, headers: dict[str, str], raw: bytes
    ) -> Answer | None:
        """Return status, body and headers; None breaks the connection."""
        status = self.answers.pop(0) if self.answers else 200
        if status == 0:
            return None
        if status >= 400:
            return status, {"error": "It went wrong."}, {"retry-after": "7"}
        if (headers.get("x-guid"), headers.get("x-api-key")) != (GUID, self.key):
            return 401, {"error": f"Unauthorized: {headers.get('x-api-key')}"}, {}
        where = urlsplit(target)
        if (method, where.path) == ("GET", "/api/v2/campaigns"):
            return 200, [{"id": 1, "type": "PointsForPurchasesCampaign"}], {}
        if (method, where.path) != ("GET", "/api/v2/customers"):
            return 404, {"error": "no such question"}, {}
        email = dict(parse_qsl(where.query))["customer_email"]
        found = self.customers.get(email)
        return (200, {"email": email, **found}, {}) if found else (404, {"error": "Not found"}, {})


@contextmanager
def yotpo_twin() -> Iterator[Yotpo]:
    """Run a twin until the block ends."""
    twin = Yotpo()
    with on_loopback(twin.answer) as twin.url:
        yield twin
