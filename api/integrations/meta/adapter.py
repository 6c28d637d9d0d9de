"""Meta's Conversions API: server-side events of people who agreed to marketing, with hashed addresses.

https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/v25.0
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from api.integrations.mapping import event_name, hashed, hashed_email, hashed_phone
from api.integrations.marketing_events import agreed_contacts, event_properties, is_withdrawal
from api.integrations.meta.config import MetaConnection, MetaSettings
from api.integrations.ports.connector import (
    Account,
    ConnectionSettings,
    Credentials,
    CredentialsRefused,
    Delivery,
    KeyConnector,
    Person,
    Receipt,
    RequestRefused,
    VendorBusy,
    VendorDown,
    VendorProblem,
)
from api.integrations.vendor_http import Plan, VendorHttp
from api.kit.currencies import amount_of

VERSION = "v25.0"
EVENT_NAMES = {
    "scan": "CodeScan",
    "view": "ViewContent",
    "submit": "Lead",
    "play": "PlayGame",
    "redemption": "Redeem",
    "order": "Purchase",
}
MOST_AGE = timedelta(days=7)
# https://developers.facebook.com/docs/graph-api/guides/error-handling
_REFUSED_LOGINS, _TOO_MANY, _PASSING = {10, 102, 190, 200}, {4, 17, 32, 613, 80004}, {1, 2}


class Meta(KeyConnector):
    """Connects to datasets at Meta."""

    def __init__(self, settings: MetaSettings, plan: Plan | None = None) -> None:
        self._settings = settings
        self._plan = plan

    def check(self, credentials: Credentials, settings: ConnectionSettings) -> Account:  # noqa: ARG002
        """Return the dataset to which the token may write."""
        dataset = _dataset(credentials)
        path = f"/{VERSION}/{dataset}"
        found = self._http(credentials).request("GET", path, query={"fields": "name"})
        return Account(found.get("name") or dataset)

    def send(
        self,
        credentials: Credentials,
        settings: ConnectionSettings,
        deliveries: Sequence[Delivery],
    ) -> list[Receipt]:
        """Send the events of people who agreed, one per request, because Meta refuses a batch as a whole."""
        assert isinstance(settings, MetaConnection)
        http = self._http(credentials)
        return [self._send(http, credentials, settings, it) for it in deliveries]

    def _send(
        self, http: VendorHttp, credentials: Credentials, settings: MetaConnection, it: Delivery
    ) -> Receipt:
        person = it.person
        if person is None or is_withdrawal(it):
            return Receipt("skipped", text="It belongs to no customer, or is no event.")
        contacts = agreed_contacts(person, phone="phone")
        if not contacts:
            return Receipt("skipped", text="They did not agree to marketing.")
        if datetime.now(UTC) - it.occurred_at > MOST_AGE:
            return Receipt("skipped", text="Meta takes no events older than seven days.")
        details = it.body["data"]["details"]
        if it.kind == "order" and details["amount_cents"] <= 0:
            return Receipt("skipped", text="Meta takes no refunds.")
        body: dict[str, Any] = {"data": [_event(it, person, contacts, settings)]}
        if settings.test_event_code:
            body["test_event_code"] = settings.test_event_code
        http.request("POST", f"/{VERSION}/{_dataset(credentials)}/events", json=body)
        return Receipt("delivered", 200)

    def _http(self, credentials: Credentials) -> VendorHttp:
        headers = {"Authorization": f"Bearer {credentials['access_token']}"}
        return VendorHttp(
            "Meta",
            self._settings.base_url,
            headers,
            detail=_detail,
            problem=_problem,
            plan=self._plan,
        )


def _dataset(credentials: Credentials) -> str:
    dataset: str = credentials["dataset_id"]
    if not (dataset.isascii() and dataset.isdigit()):
        raise RequestRefused("A dataset ID has digits only.")
    return dataset


def _event(
    it: Delivery, person: Person, contacts: dict[str, str], settings: MetaConnection
) -> dict[str, Any]:
    """Return an event; because of its `event_id`, Meta drops duplicates within 48 hours."""
    user: dict[str, Any] = {"external_id": [hashed(person.customer_id)]}
    if "email" in contacts:
        user["em"] = [hashed_email(contacts["email"])]
    if "phone" in contacts:
        user["ph"] = [hashed_phone(contacts["phone"], plus=False)]
    names = {"fn": ("first_name", person.first_name), "ln": ("last_name", person.last_name)}
    for name, (ours, value) in names.items():
        if value and settings.profile_fields.get(ours, name):  # type: ignore[call-overload]
            user[name] = [hashed(value.strip().lower())]
    more = {name: value for name, value in event_properties(it).items() if value is not None}
    if it.kind == "order":
        details = it.body["data"]["details"]
        more |= {
            "currency": details["currency"],
            "value": float(amount_of(details["amount_cents"], details["currency"])),
            "order_id": details["order_id"],
        }
    return {
        "event_name": event_name(it.kind, settings, EVENT_NAMES),
        "event_time": int(it.occurred_at.timestamp()),
        "event_id": it.event_id,
        "action_source": "other",
        "user_data": user,
        "custom_data": more,
    }


def _detail(answer: Any) -> str:
    error = answer["error"]
    return str(error.get("error_user_msg") or error.get("message") or "")


def _problem(status: int, answer: Mapping[str, Any], text: str) -> VendorProblem | None:
    """Return the meaning of an error code; None if the status is enough."""
    code = (answer.get("error") or {}).get("code")
    if code in _REFUSED_LOGINS:
        return CredentialsRefused(text, status=status)
    if code in _TOO_MANY:
        return VendorBusy(text, status=status)
    if code in _PASSING:
        return VendorDown(text, status=status)
    return None
