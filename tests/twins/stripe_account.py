"""The state of Stripe's twin: an account's objects, what happens to them without a request from Waypost, and the
resulting events.
"""

import hmac
import secrets
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import orjson

SECRET = "whsec_twin"
DAY = 86_400
PERIODS = {"month": 30 * DAY, "year": 365 * DAY}
Row = dict[str, Any]


class Refused(Exception):
    def __init__(self, text: str, *, status: int = 400, code: str = "", param: str = "") -> None:
        super().__init__(text)
        kind = {402: "card_error", 401: "authentication_error", 429: "rate_limit_error"}
        self.status = status
        self.error = {
            "type": kind.get(status, "invalid_request_error" if status < 500 else "api_error"),
            "message": text,
            **({"code": code} if code else {}),
            **({"param": param} if param else {}),
        }


@dataclass
class Account:
    """The account, and how it should behave."""

    url: str = ""
    name: str = field(default_factory=lambda: secrets.token_hex(4))
    """A part of its ids, so that those of two twins differ."""
    now: int = field(default_factory=lambda: int(time.time()))
    rows: dict[str, dict[str, Row]] = field(default_factory=dict)
    """Objects by kind and id."""
    events: list[Row] = field(default_factory=list)
    answers: dict[str, tuple[str, int, bytes]] = field(default_factory=dict)
    """The request and its response, by idempotency key."""
    meters: dict[str, Row] = field(default_factory=dict)
    """Meter events by identifier."""
    requests: list[tuple[str, str]] = field(default_factory=list)
    goes_silent: int = 0
    """How many of the next changes are made without a response."""
    refused_with: tuple[int, str] | None = None
    """Status and text of every response."""
    tax_rate: int = 0
    lock: threading.RLock = field(default_factory=threading.RLock)
    _number: int = 0

    def of(self, kind: str) -> dict[str, Row]:
        return self.rows.setdefault(kind, {})

    def add_price(self, lookup_key: str, interval: str | None, amount: int, **others: int) -> str:
        """Create a price that can be bought and return its ID; amounts in other currencies by name."""
        options = {it: {"unit_amount": of} for it, of in {"usd": amount, **others}.items()}
        recurring = {"interval": interval, "interval_count": 1} if interval else None
        return self.add(
            "price",
            lookup_key=lookup_key,
            unit_amount=amount,
            currency="usd",
            currency_options=options,
            recurring=recurring,
            active=True,
            tax_behavior="exclusive",
        )["id"]

    # Events without a request from Waypost.

    def pay(self, subscription_id: str) -> None:
        """Let the customer pay the open invoice."""
        with self.lock:
            row = self.of("subscription")[subscription_id]
            invoice = self.of("invoice")[row["latest_invoice"]]
            invoice |= {"status": "paid", "amount_paid": invoice["total"]}
            pending = row.pop("pending", None)
            if pending:
                row["price"] = pending
            row["status"] = "active"
            self.tell("invoice.paid", invoice)
            self.tell("customer.subscription.updated", self.seen(row))

    def fail(self, subscription_id: str) -> None:
        """Let the payment of a renewal fail."""
        self.renew(subscription_id, is_paid=False)

    def renew(self, subscription_id: str, *, is_paid: bool = True) -> None:
        """End the period: the subscription is billed again, or ends if it was cancelled."""
        with self.lock:
            row = self.of("subscription")[subscription_id]
            if row["cancel_at_period_end"]:
                return self.end(subscription_id)
            price = self.of("price")[row["price"]]
            row["period_start"] = row["period_end"]
            row["period_end"] += PERIODS[price["recurring"]["interval"]]
            invoice = self.bill(row, price["currency_options"][row["currency"]]["unit_amount"])
            row["status"] = "active" if is_paid else "past_due"
            invoice["status"] = "paid" if is_paid else "open"
            self.tell("invoice.paid" if is_paid else "invoice.payment_failed", invoice)
            self.tell("customer.subscription.updated", self.seen(row))
        return None

    def end(self, subscription_id: str) -> None:
        """End the subscription now."""
        with self.lock:
            row = self.of("subscription")[subscription_id]
            row |= {"status": "canceled", "canceled_at": self.now}
            self.tell("customer.subscription.deleted", self.seen(row))

    def pay_intent(self, intent_id: str) -> None:
        """Let the customer confirm a payment."""
        with self.lock:
            row = self.of("payment_intent")[intent_id]
            charge = self.add(
                "charge",
                customer=row["customer"],
                payment_intent=intent_id,
                amount_refunded=0,
                disputed=False,
            )
            row |= {"status": "succeeded", "amount_received": row["amount"]}
            row["latest_charge"] = charge["id"]
            self.tell("payment_intent.succeeded", row)

    def give_back(self, intent_id: str, amount: int) -> None:
        """Refund a part of a payment."""
        with self.lock:
            charge = self.of("charge")[self.of("payment_intent")[intent_id]["latest_charge"]]
            charge["amount_refunded"] += amount
            self.tell("charge.refunded", charge)

    def dispute(self, intent_id: str, status: str = "needs_response") -> None:
        """Let the customer dispute a payment, or let the dispute end. A dispute names no customer
        (https://docs.stripe.com/api/disputes/object).
        """
        with self.lock:
            intent = self.of("payment_intent")[intent_id]
            self.of("charge")[intent["latest_charge"]]["disputed"] = True
            rows = [it for it in self.of("dispute").values() if it["payment_intent"] == intent_id]
            if rows:
                rows[0]["status"] = status
            else:
                rows = [
                    self.add(
                        "dispute",
                        payment_intent=intent_id,
                        amount=intent["amount"],
                        status=status,
                    )
                ]
            reported = "closed" if status in ("won", "lost") else "created"
            self.tell(f"charge.dispute.{reported}", rows[0])

    def webhook(self, event: Row, *, at: int | None = None) -> tuple[bytes, dict[str, str]]:
        """Return body and headers of the webhook for this event."""
        body = orjson.dumps(event)
        moment = int(time.time()) if at is None else at
        digest = hmac.new(SECRET.encode(), f"{moment}.".encode() + body, "sha256").hexdigest()
        return body, {"Stripe-Signature": f"t={moment},v1={digest}"}

    # Parts.

    def prorated(self, row: Row, price_id: str, at: int) -> int:
        left = max(row["period_end"] - at, 0) / (row["period_end"] - row["period_start"])
        old, new = (
            self.need("price", it)["currency_options"][row["currency"]]["unit_amount"]
            for it in (row["price"], price_id)
        )
        return round((new - old) * left)

    def bill(self, row: Row, amount: int) -> Row:
        tax = amount * self.tax_rate // 100
        invoice = self.add(
            "invoice",
            customer=row["customer"],
            subscription=row["id"],
            number=f"TWIN-{len(self.of('invoice')) + 1:04}",
            status="open",
            total=amount + tax,
            amount_due=amount + tax,
            amount_paid=0,
            currency=row["currency"],
            total_taxes=[{"amount": tax}],
            hosted_invoice_url=f"{self.url}/invoice",
            invoice_pdf=f"{self.url}/invoice.pdf",
        )
        row["latest_invoice"] = invoice["id"]
        return invoice

    def seen(self, row: Row, *, expanded: bool = False) -> Row:
        """Return a subscription as the API shows it."""
        invoice: Any = row["latest_invoice"]
        if expanded:
            invoice = dict(self.of("invoice")[invoice])
            invoice["confirmation_secret"] = (
                {"client_secret": f"{invoice['id']}_secret_twin", "type": "payment_intent"}
                if invoice["status"] == "open"
                else None
            )
        item = {
            "id": row["item"],
            "object": "subscription_item",
            "price": self.of("price")[row["price"]],
            "current_period_start": row["period_start"],
            "current_period_end": row["period_end"],
        }
        hidden = ("price", "item", "period_start", "period_end", "pending")
        return {it: value for it, value in row.items() if it not in hidden} | {
            "items": page_of([item]),
            "latest_invoice": invoice,
            "cancel_at": row["period_end"] if row["cancel_at_period_end"] else None,
        }

    def need(self, kind: str, own_id: str) -> Row:
        row = self.of(kind).get(own_id)
        if row is None:
            raise Refused(
                f"No such {kind}: '{own_id}'", status=404, code="resource_missing", param="id"
            )
        return row

    def new_id(self, prefix: str) -> str:
        self._number += 1
        return f"{prefix}_{self.name}{self._number:06}"

    def add(self, kind: str, own_id: str = "", **values: Any) -> Row:
        own_id = own_id or self.new_id(
            {"subscription": "sub", "customer": "cus"}.get(kind, kind[:5])
        )
        row = {"id": own_id, "object": kind, "created": self.now, "livemode": False, **values}
        self.of(kind)[own_id] = row
        return row

    def tell(self, kind: str, about: Row) -> None:
        event = self.new_id("evt")
        self.events.append(
            {
                "id": event,
                "object": "event",
                "type": kind,
                "created": self.now,
                "livemode": False,
                "data": {"object": orjson.loads(orjson.dumps(about))},
            }
        )


def page_of(rows: list[Row]) -> Row:
    return {"object": "list", "data": rows, "has_more": False, "url": "/v1/list"}
