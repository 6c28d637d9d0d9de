"""Payments through Stripe.

https://docs.stripe.com/billing/subscriptions/build-subscriptions
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

import stripe

from api.integrations.ports.payment_provider import (
    Change,
    ChangeLine,
    Intent,
    Interval,
    Invoice,
    NewPromotion,
    PaymentEvent,
    PaymentRefused,
    Price,
    Subscription,
    SubscriptionStatus,
)
from api.integrations.stripe.client import make_client, our_errors
from api.integrations.stripe.config import StripeSettings
from api.integrations.stripe.webhooks import read_event

if TYPE_CHECKING:
    from stripe.params import CouponCreateParams, SubscriptionCreateParams

PREFIX = "waypost_"
"""The prefix of the lookup keys of Waypost's prices."""
_STATUSES: dict[str, SubscriptionStatus] = {
    "incomplete": "incomplete",
    "trialing": "trialing",
    "active": "active",
    "past_due": "past_due",
    "unpaid": "unpaid",
    "paused": "paused",
    "canceled": "ended",
    "incomplete_expired": "ended",
}
"""https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses"""
_KNOWN_METER_EVENT = "duplicate_meter_event"
_DISPUTE = "charge.dispute."
_KEPT_DISPUTES = ("won", "warning_closed")
_INTERVALS: dict[str, Interval] = {"month": "month", "year": "year"}


class StripePayments:
    """A Stripe account."""

    def __init__(self, settings: StripeSettings) -> None:
        self._settings = settings

    @property
    def is_live(self) -> bool:
        return self._settings.is_live

    @property
    def publishable_key(self) -> str:
        return self._settings.publishable_key or ""

    @cached_property
    def _stripe(self) -> stripe.V1Services:
        return make_client(self._settings).v1

    def prices(self) -> list[Price]:
        with our_errors():
            found = self._stripe.prices.list(
                {"active": True, "limit": 100, "expand": ["data.currency_options"]}
            )
            rows = list(found.auto_paging_iter())
        return [_price(it) for it in rows if (it.lookup_key or "").startswith(PREFIX)]

    def make_customer(self, org_id: str, name: str, email: str | None, *, key: str) -> str:
        with our_errors():
            made = self._stripe.customers.create(
                {
                    "name": name,
                    "metadata": {"org_id": org_id},
                    **({"email": email} if email else {}),
                },
                {"idempotency_key": key},
            )
        return made.id

    def subscriptions_of(self, customer_id: str) -> list[Subscription]:
        with our_errors():
            found = self._stripe.subscriptions.list(
                {
                    "customer": customer_id,
                    "status": "all",
                    "limit": 100,
                    "expand": ["data.latest_invoice.confirmation_secret"],
                }
            )
            return [_subscription(it) for it in found.auto_paging_iter()]

    def subscribe(
        self,
        customer_id: str,
        org_id: str,
        price_id: str,
        *,
        currency: str | None,
        promotion_id: str | None,
        key: str,
    ) -> Subscription:
        wanted: SubscriptionCreateParams = {
            "customer": customer_id,
            "items": [{"price": price_id}],
            "payment_behavior": "default_incomplete",
            "payment_settings": {"save_default_payment_method": "on_subscription"},
            "automatic_tax": {"enabled": self._settings.automatic_tax},
            "expand": ["latest_invoice.confirmation_secret"],
            "metadata": {"org_id": org_id},
        }
        if currency:
            wanted["currency"] = currency
        if promotion_id:
            wanted["discounts"] = [{"promotion_code": promotion_id}]
        with our_errors():
            made = self._stripe.subscriptions.create(wanted, {"idempotency_key": key})
        return _subscription(made)

    def find_promotion(self, code: str) -> str | None:
        with our_errors():
            found = self._stripe.promotion_codes.list({"code": code, "active": True, "limit": 1})
        return found.data[0].id if found.data else None

    def preview(self, subscription_id: str, price_id: str, at: datetime) -> Change:
        moment = at.replace(microsecond=0)
        with our_errors():
            item = self._item_of(subscription_id)
            shown = self._stripe.invoices.create_preview(
                {
                    "subscription": subscription_id,
                    "subscription_details": {
                        "items": [{"id": item, "price": price_id}],
                        "proration_behavior": "always_invoice",
                        "proration_date": int(moment.timestamp()),
                    },
                }
            )
        return Change(
            amount_due=shown.amount_due,
            tax=_tax(shown),
            currency=shown.currency,
            lines=[ChangeLine(it.description or "", it.amount) for it in shown.lines.data],
            at=moment,
        )

    def change(self, subscription_id: str, price_id: str, at: datetime, *, key: str) -> None:
        with our_errors():
            item = self._item_of(subscription_id)
            self._stripe.subscriptions.update(
                subscription_id,
                {
                    "items": [{"id": item, "price": price_id}],
                    "proration_behavior": "always_invoice",
                    "proration_date": int(at.timestamp()),
                    "payment_behavior": "pending_if_incomplete",
                },
                {"idempotency_key": key},
            )

    def cancel(self, subscription_id: str, *, at_period_end: bool) -> None:
        with our_errors():
            self._stripe.subscriptions.update(
                subscription_id, {"cancel_at_period_end": at_period_end}
            )

    def end(self, subscription_id: str) -> None:
        with our_errors():
            self._stripe.subscriptions.cancel(subscription_id)

    def portal(self, customer_id: str, return_url: str) -> str:
        with our_errors():
            made = self._stripe.billing_portal.sessions.create(
                {"customer": customer_id, "return_url": return_url}
            )
        return made.url

    def invoices(self, customer_id: str, most: int) -> list[Invoice]:
        with our_errors():
            found = self._stripe.invoices.list({"customer": customer_id, "limit": most})
        return [_invoice(it) for it in found.data]

    def make_intent(
        self,
        customer_id: str,
        amount: int,
        currency: str,
        metadata: Mapping[str, str],
        *,
        key: str,
    ) -> Intent:
        with our_errors():
            made = self._stripe.payment_intents.create(
                {
                    "amount": amount,
                    "currency": currency,
                    "customer": customer_id,
                    "automatic_payment_methods": {"enabled": True},
                    "metadata": dict(metadata),
                },
                {"idempotency_key": key},
            )
        return _intent(made)

    def intent(self, intent_id: str) -> Intent | None:
        try:
            with our_errors():
                found = self._stripe.payment_intents.retrieve(
                    intent_id, {"expand": ["latest_charge"]}
                )
                return _intent(found, self._lost(found))
        except PaymentRefused as refused:
            if refused.code == "resource_missing":
                return None
            raise

    def _lost(self, intent: stripe.PaymentIntent) -> int:
        """Return the amount that was refunded or is disputed; a dispute that was won costs nothing."""
        charge = intent.latest_charge
        if not isinstance(charge, stripe.Charge):
            return 0
        disputed = 0
        if charge.disputed:
            found = self._stripe.disputes.list({"payment_intent": intent.id, "limit": 10})
            disputed = sum(it.amount for it in found.data if it.status not in _KEPT_DISPUTES)
        return charge.amount_refunded + disputed

    def make_promotion(self, promotion: NewPromotion, *, key: str) -> str:
        coupon: CouponCreateParams = {"name": promotion.code, "duration": "once"}
        if promotion.percent_off is not None:
            coupon["percent_off"] = promotion.percent_off
        if promotion.amount_off is not None:
            coupon["amount_off"] = promotion.amount_off
            coupon["currency"] = promotion.currency or "usd"
        if promotion.months is not None:
            coupon["duration"] = "repeating"
            coupon["duration_in_months"] = promotion.months
        with our_errors():
            made = self._stripe.coupons.create(coupon, {"idempotency_key": f"{key}-coupon"})
            code = self._stripe.promotion_codes.create(
                {
                    "promotion": {"type": "coupon", "coupon": made.id},
                    "code": promotion.code,
                    **_limits(promotion),  # type: ignore[typeddict-item]
                },
                {"idempotency_key": key},
            )
        return code.id

    def report_usage(
        self, meter: str, customer_id: str, value: int, at: datetime, identifier: str
    ) -> None:
        try:
            with our_errors():
                self._stripe.billing.meter_events.create(
                    {
                        "event_name": meter,
                        "payload": {"stripe_customer_id": customer_id, "value": str(value)},
                        "identifier": identifier,
                        "timestamp": int(at.timestamp()),
                    }
                )
        except PaymentRefused as refused:
            if refused.code != _KNOWN_METER_EVENT:  # the response to an earlier attempt was lost
                raise

    def read_event(self, body: bytes, signature: str) -> PaymentEvent:
        assert self._settings.webhook_secret is not None
        event = read_event(body, signature, self._settings.webhook_secret.get_secret_value())
        if event.kind.startswith(_DISPUTE) and event.intent_id is not None:
            return replace(event, customer_id=self._payer_of(event.intent_id))
        return event

    def _payer_of(self, intent_id: str) -> str | None:
        """Return the customer of a payment, because a dispute names only the payment."""
        try:
            with our_errors():
                found = self._stripe.payment_intents.retrieve(intent_id)
        except PaymentRefused as refused:
            if refused.code == "resource_missing":
                return None
            raise
        return _id_of(found.customer) if found.customer else None

    def _item_of(self, subscription_id: str) -> str:
        """Return the item of a subscription; Waypost's subscriptions have exactly one."""
        items = self._stripe.subscription_items.list({"subscription": subscription_id, "limit": 1})
        return items.data[0].id


def _limits(promotion: NewPromotion) -> dict[str, int]:
    limits = {}
    if promotion.max_redemptions is not None:
        limits["max_redemptions"] = promotion.max_redemptions
    if promotion.expires_at is not None:
        limits["expires_at"] = int(promotion.expires_at.timestamp())
    return limits


def _price(price: stripe.Price) -> Price:
    amounts = {price.currency: price.unit_amount or 0}
    options = price.currency_options.to_dict() if price.currency_options else {}
    for currency, option in options.items():
        if option["unit_amount"] is not None:
            amounts[currency] = option["unit_amount"]
    return Price(
        price_id=price.id,
        lookup_key=price.lookup_key or "",
        amounts=amounts,
        currency=price.currency,
        interval=_INTERVALS.get(price.recurring.interval) if price.recurring else None,
        includes_tax=price.tax_behavior == "inclusive",
    )


def _subscription(subscription: stripe.Subscription) -> Subscription:
    # The object is a dict, so `items` as an attribute would be the method of dicts.
    item = subscription["items"].data[0]
    invoice = subscription.latest_invoice
    is_open = isinstance(invoice, stripe.Invoice) and invoice.status == "open"
    secret = (
        invoice.confirmation_secret.client_secret
        if isinstance(invoice, stripe.Invoice) and is_open and invoice.confirmation_secret
        else None
    )
    return Subscription(
        subscription_id=subscription.id,
        customer_id=_id_of(subscription.customer),
        status=_STATUSES.get(subscription.status, "ended"),
        lookup_key=item.price.lookup_key or "",
        price_id=item.price.id,
        currency=subscription.currency,
        interval=_INTERVALS.get(item.price.recurring.interval) if item.price.recurring else None,
        started_at=_moment(subscription.created),
        period_start=_moment(item.current_period_start),
        period_end=_moment(item.current_period_end),
        cancel_at=_moment(subscription.cancel_at) if subscription.cancel_at else None,
        unpaid_since=_moment(invoice.created)
        if isinstance(invoice, stripe.Invoice) and is_open
        else None,
        client_secret=secret,
    )


def _invoice(invoice: stripe.Invoice) -> Invoice:
    return Invoice(
        invoice_id=invoice.id or "",
        number=invoice.number or "",
        status=invoice.status or "draft",
        total=invoice.total,
        tax=_tax(invoice),
        amount_due=invoice.amount_due,
        currency=invoice.currency,
        created_at=_moment(invoice.created),
        page_url=invoice.hosted_invoice_url,
        pdf_url=invoice.invoice_pdf,
    )


def _tax(invoice: stripe.Invoice) -> int:
    return sum(it.amount for it in invoice.total_taxes or [])


def _intent(intent: stripe.PaymentIntent, lost: int = 0) -> Intent:
    kept = intent.amount_received if intent.status == "succeeded" else 0
    return Intent(
        intent_id=intent.id,
        status=intent.status,
        amount=intent.amount,
        currency=intent.currency,
        kept=max(kept - lost, 0),
        metadata=intent.metadata.to_dict() if intent.metadata else {},
        client_secret=intent.client_secret,
    )


def _id_of(given: Any) -> str:
    return given if isinstance(given, str) else str(given.id)


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
