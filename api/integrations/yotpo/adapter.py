"""Yotpo Loyalty: a customer's points there. https://loyaltyapi.yotpo.com/reference"""

from collections.abc import Sequence
from typing import Any

from api.integrations.ports.connector import (
    Account,
    ConnectionSettings,
    Credentials,
    Delivery,
    KeyConnector,
    PointsBalance,
    Receipt,
    RequestRefused,
)
from api.integrations.vendor_http import VendorHttp
from api.integrations.yotpo.config import YotpoSettings


class Yotpo(KeyConnector):
    """Connects to accounts at Yotpo."""

    def __init__(self, settings: YotpoSettings) -> None:
        self._settings = settings

    def check(self, credentials: Credentials, settings: ConnectionSettings) -> Account:  # noqa: ARG002
        """Return the account by its GUID, because Yotpo has no account names. Keys are valid if they may list the
        campaigns that earn points.
        """
        self._http(credentials).request("GET", "/api/v2/campaigns")
        return Account(credentials["guid"])

    def send(
        self,
        credentials: Credentials,  # noqa: ARG002
        settings: ConnectionSettings,  # noqa: ARG002
        deliveries: Sequence[Delivery],
    ) -> list[Receipt]:
        """Send nothing, because points are only read."""
        return [Receipt("skipped", text="Nothing is sent to Yotpo.") for _ in deliveries]

    def points(self, credentials: Credentials, email: str) -> PointsBalance | None:
        """Return a customer's points; None if Yotpo does not know the address."""
        try:
            found = self._http(credentials).request(
                "GET", "/api/v2/customers", query={"customer_email": email}
            )
        except RequestRefused as refused:
            if refused.status == 404:
                return None
            raise
        if not isinstance(found, dict) or found.get("points_balance") is None:
            return None
        return PointsBalance(
            balance=_whole(found["points_balance"]),
            earned=_whole(found.get("points_earned") or 0),
            tier=str(found.get("vip_tier_name") or ""),
        )

    def _http(self, credentials: Credentials) -> VendorHttp:
        headers = {"x-guid": credentials["guid"], "x-api-key": credentials["api_key"]}
        return VendorHttp("Yotpo", self._settings.base_url, headers, detail=_detail)


def _whole(points: Any) -> int:
    return int(float(points))


def _detail(answer: Any) -> str:
    return str(answer.get("error") or answer.get("message") or answer.get("errors") or "")
