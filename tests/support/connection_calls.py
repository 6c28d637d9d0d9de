"""The entries for connections in tests/support/calls.py, and the rows that they need."""

from collections.abc import Callable
from typing import Any

from tests.support.call import Call


def connection_rows(
    call: Callable[[str, dict[str, Any]], dict[str, Any]], mark: str
) -> dict[str, str]:
    """Create two endpoints that receive nothing, and return their ids."""
    made = {
        name: call(
            "/v1/integration-controller",
            {
                "action": "connect",
                "vendor": "webhooks",
                "name": f"{mark} {name}",
                "settings": {"url": f"https://{mark.lower()}.example/{name}"},
                "event_kinds": [],
            },
        )["connection"]["connection_id"]
        for name in ("kept", "spare")
    }
    return {"connection": made["kept"], "spare_connection": made["spare"]}


def _connection(ids: dict[str, str]) -> dict[str, Any]:
    return {"connection_id": ids["connection"]}


CONNECTION_CALLS: dict[tuple[str, str], Call] = {
    ("POST", "/v1/integration-controller"): Call(
        "admin", lambda ids: {**_connection(ids), "action": "pause"}
    ),
    ("POST", "/v1/get-integration"): Call("viewer", _connection),
    ("POST", "/v1/list-integrations"): Call("viewer", lambda _: {}),
    ("POST", "/v1/finish-integration"): Call(
        "admin", lambda _: {"query": {"state": "made up"}}, gives=409
    ),
    ("POST", "/v1/update-integration"): Call(
        "admin", lambda ids: {**_connection(ids), "name": "Till"}
    ),
    ("POST", "/v1/update"): Call(
        "admin", lambda ids: {**_connection(ids), "settings": {"with_people": True}}
    ),
    ("POST", "/v1/rotate-integration-secret"): Call("admin", _connection),
    ("POST", "/v1/list-integration-deliveries"): Call("viewer", _connection),
    ("POST", "/v1/list-integration-requests"): Call("viewer", _connection),
    ("POST", "/v1/retry-integration-deliveries"): Call("admin", _connection),
    # In the tests of all calls no vendor is reachable, so nothing is connected.
    ("POST", "/v1/klaviyo-integration"): Call("admin", lambda _: {"list_id": "L1"}, gives=422),
    ("POST", "/v1/get-klaviyo-lists"): Call("editor", lambda _: {}, gives=409),
    ("POST", "/v1/get-klaviyo-groups"): Call("editor", lambda _: {}, gives=409),
    ("POST", "/v0/create-klaviyo-list"): Call("admin", lambda _: {"name": "News"}, gives=409),
    ("POST", "/v1/get-yotpo-points"): Call(
        "viewer", lambda _: {"email": "ana@example.com"}, gives=409
    ),
    ("POST", "/v0/attentive-events"): Call(
        "editor", lambda _: {"type": "Visited", "email": "ana@example.com"}, gives=409
    ),
    ("POST", "/v1/google-sheet"): Call("admin", lambda _: {"action": "list"}, gives=409),
    ("POST", "/v1/square-auth"): Call("admin", lambda _: {}, gives=422),
    ("POST", "/v1/square-operations"): Call(
        "editor", lambda _: {"operation": "catalog"}, gives=409
    ),
    ("POST", "/v1/subscribe-hook"): Call(
        "admin", lambda _: {"url": "https://hooks.example/1", "event_kind": "scan"}, gives=201
    ),
    ("POST", "/v1/unsubscribe-hook"): Call("admin", lambda _: {"hook_id": "made up"}, gives=404),
    ("POST", "/v1/list-hook-samples"): Call("viewer", lambda _: {"event_kind": "scan"}),
    ("POST", "/v1/preview-integration-event"): Call("viewer", _connection),
    ("POST", "/v1/list-incoming-webhooks"): Call("viewer", _connection),
    ("POST", "/v1/replay-incoming-webhooks"): Call("admin", _connection),
    # Endpoints have no past orders to read.
    ("POST", "/v1/start-integration-backfill"): Call("admin", _connection, gives=409),
    ("POST", "/v1/get-integration-backfill"): Call("viewer", _connection),
    ("POST", "/v1/control-integration-backfill"): Call(
        "admin", lambda ids: {**_connection(ids), "action": "pause"}, gives=409
    ),
    ("POST", "/webhooks/{vendor}"): Call(
        "public", lambda _: {"id": 1}, path=lambda _: "/webhooks/shopify", gives=404
    ),
    # In the tests of all calls no shop is connected.
    ("POST", "/v1/shopify-get-integration"): Call("viewer", lambda _: {}, gives=404),
    ("POST", "/v1/shopify-update-org"): Call("admin", lambda _: {"takes_orders": False}, gives=404),
    ("POST", "/v1/shopify-remove-integration"): Call("admin", lambda _: {}, gives=404),
    ("POST", "/v1/shopify-products"): Call("editor", lambda _: {}, gives=409),
    ("POST", "/v1/use-shop-product"): Call("editor", lambda _: {"product_id": "7"}, gives=409),
    ("POST", "/v1/shopify-api"): Call("editor", lambda _: {"type": "get-products"}, gives=409),
    ("POST", "/v1/shopify-create-discount"): Call(
        "editor", lambda _: {"title": "Spring", "code": "SPRING", "percent": 10}, gives=409
    ),
}
