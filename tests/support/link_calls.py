"""The entries for calls about links: their slugs, their hosts and their campaign values."""

from collections.abc import Callable
from typing import Any

from tests.support.call import Call
from tests.support.people import People


def link_rows(
    call: Callable[[str, dict[str, Any]], dict[str, Any]], people: People, mark: str
) -> dict[str, str]:
    """Create campaign values and a verified host of an organisation, and return their ids."""
    utm = call("/v1/save-utm-template", {"name": f"{mark} posters", "utm": {"source": mark}})
    domain = call("/v1/add-domain", {"host": f"go.{mark}.example"})
    people.prove(domain["domain_id"])
    return {"utm": utm["template_id"], "domain": domain["domain_id"]}


def _domain(ids: dict[str, str]) -> dict[str, Any]:
    return {"domain_id": ids["domain"]}


LINK_CALLS: dict[tuple[str, str], Call] = {
    ("POST", "/v1/list-utm-templates"): Call("viewer", lambda _: {}),
    ("POST", "/v1/save-utm-template"): Call(
        "editor",
        lambda ids: {"template_id": ids["utm"], "name": "Spring", "utm": {"source": "poster"}},
    ),
    ("POST", "/v1/delete-utm-template"): Call(
        "editor", lambda ids: {"template_id": ids["utm"]}, takes_away=1
    ),
    ("POST", "/v1/list-code-slugs"): Call("viewer", lambda ids: {"code_id": ids["code"]}),
    ("POST", "/v1/set-code-slug"): Call(
        "editor", lambda ids: {"code_id": ids["code"], "slug": f"to-{ids['slug']}"}
    ),
    ("POST", "/v1/list-domains"): Call("viewer", lambda _: {}),
    ("POST", "/v1/add-domain"): Call("admin", lambda _: {"host": "new.example.com"}),
    ("POST", "/v1/check-domain"): Call("admin", _domain),
    ("POST", "/v1/update-domain"): Call("admin", lambda ids: {**_domain(ids), "is_default": True}),
    ("POST", "/v1/remove-domain"): Call(
        "admin", lambda ids: {"domain_id": ids["spare-domain_id"]}, takes_away=1
    ),
    ("POST", "/v1/list-missed-addresses"): Call("viewer", lambda _: {}),
    ("POST", "/v1/dismiss-missed-address"): Call(
        "editor", lambda ids: {"host": f"go.{ids['slug']}.example", "path": "/gone"}
    ),
    ("GET", "/v1/may-have-certificate"): Call(
        "public", path=lambda ids: f"/v1/may-have-certificate?domain=go.{ids['slug']}.example"
    ),
}
