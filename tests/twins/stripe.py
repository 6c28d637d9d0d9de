"""A twin of Stripe's API on loopback: a stateful account with prices, customers, subscriptions, invoices, payments.

Requests are forms with nested names (`items[0][price]`), responses are JSON, as documented at
https://docs.stripe.com/api. It stores responses by idempotency key, refuses unknown parameters, creates an event for
every change and signs webhooks. Tests let customers pay (`pay`), cards fail (`fail`), time pass (`renew`), and break
the connection (`goes_silent`).
"""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import orjson

from tests.twins.stripe_account import PERIODS, Account, Refused, Row, page_of

KEY = "sk_test_twin"
PUBLISHABLE = "pk_test_twin"
Form = dict[str, Any]

KNOWN: dict[str, set[str]] = {
    "POST customers": {"name", "email", "metadata"},
    "GET prices": {"active", "limit", "expand", "lookup_keys"},
    "POST prices": {"product", "currency", "unit_amount", "lookup_key", "recurring"},
    "GET products": {"active", "limit"},
    "POST products": {"name", "metadata"},
    "GET billing/meters": {"status", "limit"},
    "POST billing/meters": {
        *("display_name", "event_name", "default_aggregation", "customer_mapping"),
        "value_settings",
    },
    "GET billing_portal/configurations": {"active", "limit"},
    "POST billing_portal/configurations": {"features"},
    "GET webhook_endpoints": {"limit"},
    "POST webhook_endpoints": {"url", "enabled_events", "api_version"},
    "GET subscriptions": {"customer", "status", "limit", "expand"},
    "POST subscriptions": {
        *("customer", "items", "payment_behavior", "payment_settings", "automatic_tax"),
        *("expand", "metadata", "currency", "discounts"),
    },
    "POST subscriptions/*": {
        *("items", "proration_behavior", "proration_date", "payment_behavior"),
        "cancel_at_period_end",
    },
    "DELETE subscriptions/*": set(),
    "GET subscription_items": {"subscription", "limit"},
    "GET promotion_codes": {"code", "active", "limit"},
    "POST promotion_codes": {"promotion", "code", "max_redemptions", "expires_at"},
    "POST coupons": {
        *("name", "duration", "percent_off", "amount_off", "currency", "duration_in_months"),
    },
    "POST invoices/create_preview": {"subscription", "subscription_details"},
    "GET invoices": {"customer", "limit"},
    "POST billing_portal/sessions": {"customer", "return_url"},
    "POST payment_intents": {
        *("amount", "currency", "customer", "automatic_payment_methods", "metadata"),
    },
    "GET payment_intents/*": {"expand"},
    "GET disputes": {"payment_intent", "limit"},
    "POST billing/meter_events": {"event_name", "payload", "identifier", "timestamp"},
}
"""The parameters that each operation accepts."""


def form_of(text: str) -> Form:
    """Return a form with nested names as objects; lists are objects by index until `listed` converts them."""
    found: Form = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        first, *rest = re.findall(r"[^\[\]]+", name)
        at = found
        for part in rest:
            at, first = at.setdefault(first, {}), part
        at[first] = value
    return found


def listed(given: Any) -> list[Any]:
    """Return the values of a list that was sent as an object by index."""
    return [given[it] for it in sorted(given, key=int)] if isinstance(given, dict) else []


@dataclass
class Stripe(Account):
    """The account with its API."""

    def answer(self, method: str, path: str, body: str, headers: Any) -> tuple[int, bytes]:
        """Return status and body for a request."""
        where = urlsplit(path)
        name = where.path.removeprefix("/v1/")
        text = body if method == "POST" else where.query
        with self.lock:
            self.requests.append((method, name))
            if headers.get("Authorization") != f"Bearer {KEY}":
                return self._refusal(Refused("Invalid API Key provided", status=401))
            if self.refused_with:
                status, why = self.refused_with
                return self._refusal(Refused(why, status=status))
            key = headers.get("Idempotency-Key", "") if method == "POST" else ""
            kept = self.answers.get(key)
            if kept is not None:
                if kept[0] != f"{name}?{text}":
                    wrong = Refused(
                        "Keys for idempotent requests can only be used with the same parameters"
                    )
                    wrong.error["type"] = "idempotency_error"
                    return self._refusal(wrong)
                return kept[1:]
            try:
                status, answer = 200, orjson.dumps(self._do(method, name, form_of(text)))
            except Refused as refused:
                status, answer = self._refusal(refused)
            if key:
                self.answers[key] = (f"{name}?{text}", status, answer)
            if method == "POST" and self.goes_silent:
                self.goes_silent -= 1
                raise BrokenPipeError
            return status, answer

    def _do(self, method: str, name: str, form: Form) -> Row:
        operation = f"{method} {name}"
        known = KNOWN.get(operation)
        if known is None:
            name, _, own_id = name.rpartition("/")
            known, form = KNOWN.get(f"{method} {name}/*"), {**form, "id": own_id}
        if known is None:
            raise Refused(f"Unrecognized request URL ({operation})", status=404)
        for given in form:
            if given not in known and given != "id":
                raise Refused(f"Received unknown parameter: {given}", param=given)
        done: Callable[[Form], Row] = getattr(self, f"_{method}_{name.replace('/', '_')}".lower())
        return done(form)

    def _post_customers(self, form: Form) -> Row:
        made = self.add("customer", **form)
        self.tell("customer.created", made)
        return made

    def _get_prices(self, form: Form) -> Row:
        keys = listed(form.get("lookup_keys"))
        rows = [it for it in self.of("price").values() if it["active"]]
        return page_of([it for it in rows if not keys or it["lookup_key"] in keys])

    def _post_prices(self, form: Form) -> Row:
        if any(it["lookup_key"] == form["lookup_key"] for it in self.of("price").values()):
            raise Refused("A price already uses that lookup key.", param="lookup_key")
        if form["product"] not in self.of("product"):
            raise Refused("No such product", code="resource_missing", param="product")
        interval = form.get("recurring", {}).get("interval")
        made = self.add_price(form["lookup_key"], interval, int(form["unit_amount"]))
        return self.of("price")[made]

    def _get_products(self, _form: Form) -> Row:
        return page_of(list(self.of("product").values()))

    def _post_products(self, form: Form) -> Row:
        return self.add("product", **form)

    def _get_billing_meters(self, _form: Form) -> Row:
        return page_of(list(self.of("billing.meter").values()))

    def _post_billing_meters(self, form: Form) -> Row:
        return self.add("billing.meter", **form)

    def _get_billing_portal_configurations(self, _form: Form) -> Row:
        return page_of(list(self.of("billing_portal.configuration").values()))

    def _post_billing_portal_configurations(self, form: Form) -> Row:
        return self.add("billing_portal.configuration", **form)

    def _get_webhook_endpoints(self, _form: Form) -> Row:
        return page_of(list(self.of("webhook_endpoint").values()))

    def _post_webhook_endpoints(self, form: Form) -> Row:
        return self.add("webhook_endpoint", **form, secret="whsec_made_by_the_twin")

    def _get_subscriptions(self, form: Form) -> Row:
        own = [it for it in self.of("subscription").values() if it["customer"] == form["customer"]]
        return page_of([self.seen(it, expanded=True) for it in reversed(own)])

    def _post_subscriptions(self, form: Form) -> Row:
        if "id" in form:
            return self._change(form)
        self.need("customer", form["customer"])
        (item,) = listed(form["items"])
        price = self.need("price", item["price"])
        currency = form.get("currency", "usd")
        amount = price["currency_options"][currency]["unit_amount"]
        for it in listed(form.get("discounts")):
            code = self.need("promotion_code", it["promotion_code"])
            coupon = self.need("coupon", code["promotion"]["coupon"])
            amount -= round(amount * float(coupon.get("percent_off", 0)) / 100)
            amount -= int(coupon.get("amount_off", 0))
        row = self.add(
            "subscription",
            customer=form["customer"],
            status="incomplete" if amount > 0 else "active",
            price=price["id"],
            currency=currency,
            period_start=self.now,
            period_end=self.now + PERIODS[price["recurring"]["interval"]],
            cancel_at_period_end=False,
            metadata=form.get("metadata", {}),
        )
        row["item"] = self.new_id("si")
        invoice = self.bill(row, max(amount, 0))
        invoice["status"] = "open" if amount > 0 else "paid"
        self.tell("customer.subscription.created", self.seen(row))
        return self.seen(row, expanded=True)

    def _change(self, form: Form) -> Row:
        row = self.need("subscription", form["id"])
        if row["status"] == "canceled":
            raise Refused(
                "A canceled subscription can only update its metadata.", code="resource_missing"
            )
        if "cancel_at_period_end" in form:
            row["cancel_at_period_end"] = form["cancel_at_period_end"] == "true"
        if "items" in form:
            (item,) = listed(form["items"])
            due = self.prorated(row, item["price"], int(form["proration_date"]))
            invoice = self.bill(row, due)
            invoice["status"] = "open" if due > 0 else "paid"
            if due > 0:
                row["pending"] = item["price"]
            else:
                row["price"] = item["price"]
        self.tell("customer.subscription.updated", self.seen(row))
        return self.seen(row)

    def _delete_subscriptions(self, form: Form) -> Row:
        row = self.need("subscription", form["id"])
        self.end(row["id"])
        return self.seen(row)

    def _get_subscription_items(self, form: Form) -> Row:
        row = self.need("subscription", form["subscription"])
        return page_of(self.seen(row)["items"]["data"])

    def _get_promotion_codes(self, form: Form) -> Row:
        rows = self.of("promotion_code").values()
        return page_of([it for it in rows if it["code"].lower() == form["code"].lower()])

    def _post_promotion_codes(self, form: Form) -> Row:
        self.need("coupon", form["promotion"]["coupon"])
        if self._get_promotion_codes(form)["data"]:
            raise Refused("An active promotion code with this code already exists.", param="code")
        return self.add("promotion_code", active=True, **form)

    def _post_coupons(self, form: Form) -> Row:
        if ("percent_off" in form) == ("amount_off" in form):
            raise Refused("Pass percent_off or amount_off")
        return self.add("coupon", **form)

    def _post_invoices_create_preview(self, form: Form) -> Row:
        row = self.need("subscription", form["subscription"])
        details = form["subscription_details"]
        (item,) = listed(details["items"])
        due = self.prorated(row, item["price"], int(details["proration_date"]))
        line = {"object": "line_item", "description": "Change of plan", "amount": due}
        tax = due * self.tax_rate // 100
        return {
            "object": "invoice",
            "amount_due": max(due + tax, 0),
            "currency": row["currency"],
            "total_taxes": [{"amount": tax}],
            "lines": page_of([line]),
        }

    def _get_invoices(self, form: Form) -> Row:
        own = [it for it in self.of("invoice").values() if it["customer"] == form["customer"]]
        return page_of(own[::-1][: int(form["limit"])])

    def _post_billing_portal_sessions(self, form: Form) -> Row:
        self.need("customer", form["customer"])
        return self.add("billing_portal.session", url=f"{self.url}/portal", **form)

    def _post_payment_intents(self, form: Form) -> Row:
        self.need("customer", form["customer"])
        amount = int(form["amount"])
        if amount < 50:
            raise Refused("Amount must be at least $0.50 usd", code="amount_too_small")
        own_id = self.new_id("pi")
        return self.add(
            "payment_intent",
            own_id,
            amount=amount,
            amount_received=0,
            currency=form["currency"],
            customer=form["customer"],
            status="requires_payment_method",
            metadata=form.get("metadata", {}),
            client_secret=f"{own_id}_secret_twin",
            latest_charge=None,
        )

    def _get_payment_intents(self, form: Form) -> Row:
        row = self.need("payment_intent", form["id"])
        return row | {"latest_charge": self.of("charge").get(row["latest_charge"] or "")}

    def _get_disputes(self, form: Form) -> Row:
        rows = self.of("dispute").values()
        return page_of([it for it in rows if it["payment_intent"] == form["payment_intent"]])

    def _post_billing_meter_events(self, form: Form) -> Row:
        if form["identifier"] in self.meters:
            raise Refused("An event already exists with identifier", code="duplicate_meter_event")
        self.meters[form["identifier"]] = form
        return {"object": "billing.meter_event", "livemode": False, **form}

    def _refusal(self, refused: Refused) -> tuple[int, bytes]:
        return refused.status, orjson.dumps({"error": refused.error})


@contextmanager
def running_stripe() -> Iterator[Stripe]:
    """Run the twin on a loopback port."""
    twin = Stripe()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            try:
                status, answer = twin.answer(self.command, self.path, body, self.headers)
            except BrokenPipeError:
                self.close_connection = True
                with suppress(OSError):
                    self.connection.close()
                return
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def do_DELETE(self) -> None:
            self._answer()

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    twin.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield twin
    finally:
        server.shutdown()
        server.server_close()
