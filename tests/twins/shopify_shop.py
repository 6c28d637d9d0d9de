"""The data of one shop of the twin, its responses, and the webhooks that it sends."""

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

PAGE = 3
"""The page size of orders, so small that few orders have several pages."""


@dataclass(frozen=True)
class Webhook:
    """A webhook that the shop sends, with its signature."""

    headers: dict[str, str]
    body: bytes


@dataclass
class Shop:
    """One shop."""

    name: str
    scopes: list[str] = field(default_factory=list)
    orders: dict[int, dict[str, Any]] = field(default_factory=dict)
    products: list[dict[str, Any]] = field(default_factory=list)
    placed: list[dict[str, Any]] = field(default_factory=list)
    """Orders that were placed through the API."""
    discounts: dict[str, dict[str, Any]] = field(default_factory=dict)
    subscriptions: dict[str, str] = field(default_factory=dict)
    sent: list[Webhook] = field(default_factory=list)
    """Webhooks, oldest first; tests deliver them in order or not."""
    secret: str = ""
    host: str = "shop.harbor.example"
    """The host of the shop's website."""
    count: int = 0

    def place(
        self,
        email: str | None,
        amount: str,
        *,
        codes: tuple[str, ...] = (),
        status: str = "PAID",
        ago: timedelta = timedelta(hours=1),
        landing_page: str | None = None,
    ) -> int:
        """Place an order for a person and return its ID."""
        self.count += 1
        order_id = 5_000_000_000_000 + self.count
        self.orders[order_id] = {
            "id": f"gid://shopify/Order/{order_id}",
            "legacyResourceId": str(order_id),
            "email": email,
            "phone": None,
            "test": False,
            "createdAt": (datetime.now(UTC) - ago).isoformat(),
            "displayFinancialStatus": status,
            "totalReceivedSet": _money(amount if status == "PAID" else "0.00"),
            "subtotalLineItemsQuantity": 1,
            "discountCodes": list(codes),
            "customerJourneySummary": landing_page and {"lastVisit": {"landingPage": landing_page}},
            "refunds": [],
            "total": amount,
        }
        self._send("orders/updated", {"id": order_id, "email": email})
        return order_id

    def pay(self, order_id: int) -> None:
        """Pay an order that was pending."""
        order = self.orders[order_id]
        order["displayFinancialStatus"] = "PAID"
        order["totalReceivedSet"] = _money(order["total"])
        self._send("orders/paid", {"id": order_id})

    def refund(self, order_id: int, amount: str) -> None:
        """Refund a part of an order."""
        self.count += 1
        order = self.orders[order_id]
        order["displayFinancialStatus"] = "PARTIALLY_REFUNDED"
        order["refunds"].append(
            {
                "legacyResourceId": str(900_000 + self.count),
                "createdAt": datetime.now(UTC).isoformat(),
                "totalRefundedSet": _money(amount),
            }
        )
        self._send("refunds/create", {"id": 900_000 + self.count, "order_id": order_id})

    def takings(self) -> dict[str, tuple[int, int]]:
        """Return the paid and refunded amounts of each paid order of a customer, in cents."""
        return {
            str(order_id): (
                _cents(it["totalReceivedSet"]),
                sum(_cents(refund["totalRefundedSet"]) for refund in it["refunds"]),
            )
            for order_id, it in self.orders.items()
            if it["email"] and it["displayFinancialStatus"] != "PENDING"
        }

    def sell(
        self, number: int, title: str, price: str, picture: str | None = None
    ) -> dict[str, Any]:
        """Add a product that is for sale."""
        preview = {"preview": {"image": {"url": picture, "altText": None}}}
        made = {
            "id": f"gid://shopify/Product/{number}",
            "title": title,
            "handle": title.lower(),
            "status": "ACTIVE",
            "onlineStoreUrl": f"https://{self.name}.example/products/{title.lower()}",
            "featuredMedia": None if picture is None else preview,
            "priceRangeV2": {"minVariantPrice": {"amount": price, "currencyCode": "USD"}},
            "variants": {"nodes": [{"id": f"v{number}", "title": "250 g", "price": price}]},
        }
        self.products.append(made)
        return made

    def tell(self, topic: str, body: dict[str, Any]) -> Webhook:
        """Send a webhook of any topic."""
        self._send(topic, body)
        return self.sent[-1]

    def _send(self, topic: str, body: dict[str, Any]) -> None:
        content = json.dumps(body).encode()
        signature = hmac.digest(self.secret.encode(), content, hashlib.sha256)
        headers = {
            "x-shopify-topic": topic,
            "x-shopify-shop-domain": f"{self.name}.myshopify.com",
            "x-shopify-webhook-id": f"msg-{self.name}-{len(self.sent)}",
            "x-shopify-hmac-sha256": base64.b64encode(signature).decode(),
            "content-type": "application/json",
        }
        self.sent.append(Webhook(headers, content))

    def ask(self, query: str, variables: dict[str, Any]) -> dict[str, Any]:
        """Return the data of a document, by its first root field."""
        root = (
            query.split("{", 1)[1]
            .split("{", maxsplit=1)[0]
            .split("(", maxsplit=1)[0]
            .split(maxsplit=1)[0]
        )
        answer: dict[str, Any] = getattr(self, f"_{root}")(variables)
        return answer

    def _shop(self, _: dict[str, Any]) -> dict[str, Any]:
        return {
            "shop": {
                "name": "Harbor Coffee",
                "myshopifyDomain": f"{self.name}.myshopify.com",
                "currencyCode": "USD",
                "primaryDomain": {"host": self.host},
            },
            "currentAppInstallation": {"accessScopes": [{"handle": it} for it in self.scopes]},
        }

    def _nodes(self, variables: dict[str, Any]) -> dict[str, Any]:
        found = {it["id"]: it for it in [*self.orders.values(), *self.products]}
        return {"nodes": [found.get(it) for it in variables["ids"]]}

    def _orders(self, variables: dict[str, Any]) -> dict[str, Any]:
        if variables["query"].startswith("source_identifier:"):
            key = variables["query"].split('"')[1]
            found = [it for it in self.placed if it["sourceIdentifier"] == key]
            return {"orders": {"nodes": found}}
        rows = sorted(self.orders.values(), key=lambda it: str(it["createdAt"]))
        start = int(variables["after"] or 0)
        end = start + PAGE
        info = {"hasNextPage": end < len(rows), "endCursor": str(end)}
        return {
            "orders": {"nodes": rows[start:end], "pageInfo": info},
            "ordersCount": {"count": len(rows)},
        }

    def _products(self, variables: dict[str, Any]) -> dict[str, Any]:
        start, size = int(variables["after"] or 0), variables["first"]
        begins = (variables["query"] or "").removeprefix('title:"').removesuffix('*"').casefold()
        rows = [it for it in self.products if it["title"].casefold().startswith(begins)]
        info = {"hasNextPage": start + size < len(rows), "endCursor": str(start + size)}
        return {"products": {"nodes": rows[start : start + size], "pageInfo": info}}

    def _orderCreate(self, variables: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        number = 1001 + len(self.placed)
        made = {"id": f"gid://shopify/Order/{number}", "name": f"#{number}", **variables["order"]}
        self.placed.append(made)
        return {"orderCreate": {"order": made, "userErrors": []}}

    def _discountCodeBasicCreate(self, variables: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        code = variables["discount"]["code"]
        if any(code in it["codes"] for it in self.discounts.values()):
            problems = [{"message": "Code must be unique. Please try a different code."}]
            return {"discountCodeBasicCreate": {"codeDiscountNode": None, "userErrors": problems}}
        made = f"gid://shopify/DiscountCodeNode/{len(self.discounts) + 1}"
        self.discounts[made] = {**variables["discount"], "codes": [code]}
        return {"discountCodeBasicCreate": {"codeDiscountNode": {"id": made}, "userErrors": []}}

    def _discountRedeemCodeBulkAdd(self, variables: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        self.discounts[variables["id"]]["codes"] += [it["code"] for it in variables["codes"]]
        return {"discountRedeemCodeBulkAdd": {"bulkCreation": {"id": "1"}, "userErrors": []}}

    def _discountCodeDeactivate(self, variables: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        if variables["id"] not in self.discounts:
            problems = [{"message": "Discount does not exist."}]
            return {"discountCodeDeactivate": {"codeDiscountNode": None, "userErrors": problems}}
        self.discounts[variables["id"]]["is_off"] = True
        made = {"codeDiscountNode": {"id": variables["id"]}, "userErrors": []}
        return {"discountCodeDeactivate": made}

    def _discountCodeDelete(self, variables: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        del self.discounts[variables["id"]]
        made = {"deletedCodeDiscountId": variables["id"], "userErrors": []}
        return {"discountCodeDelete": made}

    def _codeDiscountNode(self, variables: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        codes, start = self.discounts[variables["id"]]["codes"], int(variables["after"] or 0)
        end = start + 250
        nodes = [{"id": f"redeem-{code}", "code": code} for code in codes[start:end]]
        info = {"hasNextPage": end < len(codes), "endCursor": str(end)}
        page = {"nodes": nodes, "pageInfo": info}
        return {"codeDiscountNode": {"codeDiscount": {"codes": page}}}

    def _discountCodeRedeemCodeBulkDelete(  # noqa: N802
        self, variables: dict[str, Any]
    ) -> dict[str, Any]:
        kept = self.discounts[variables["id"]]
        kept["codes"] = [it for it in kept["codes"] if f"redeem-{it}" not in variables["ids"]]
        made = {"job": {"id": "1"}, "userErrors": []}
        return {"discountCodeRedeemCodeBulkDelete": made}

    def _webhookSubscriptionCreate(self, variables: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        topic = variables["topic"]
        problems = []
        if topic in self.subscriptions:
            problems = [{"message": "Address for this topic has already been taken"}]
        self.subscriptions[topic] = variables["uri"]
        made = {"webhookSubscription": {"id": topic}, "userErrors": problems}
        return {"webhookSubscriptionCreate": made}


def _money(amount: str) -> dict[str, Any]:
    return {"shopMoney": {"amount": amount, "currencyCode": "USD"}}


def _cents(money: dict[str, Any]) -> int:
    return round(float(money["shopMoney"]["amount"]) * 100)
