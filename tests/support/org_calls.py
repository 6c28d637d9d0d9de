"""The entries for calls about organisations: their people, invitations and keys."""

from typing import Any

from tests.support.call import Body, Call


def _nothing(_: dict[str, str]) -> dict[str, Any]:
    return {}


def _user_path(ids: dict[str, str]) -> str:
    return f"/v1/user-role/{ids['viewer']}"


def _token(name: str) -> Body:
    """Return a body with the token of an invitation link."""
    return lambda ids: {"token": ids[name]}


ORG_CALLS: dict[tuple[str, str], Call] = {
    ("GET", "/healthz"): Call("public"),
    ("GET", "/readyz"): Call("public"),
    ("GET", "/openapi.json"): Call("public"),
    ("GET", "/app-config.json"): Call("public"),
    ("GET", "/v1/me"): Call("login"),
    ("POST", "/v0/create-org"): Call("login", lambda _: {"name": "Another"}, gives=201),
    ("POST", "/v1/get-organization"): Call("viewer", _nothing),
    ("POST", "/v1/get-org-data"): Call("viewer", _nothing),
    ("POST", "/v1/update-organization"): Call("admin", lambda _: {"name": "Changed"}),
    ("DELETE", "/v1/organization"): Call(
        "owner", path=lambda ids: f"/v1/organization?confirm={ids['slug']}", takes_away=2
    ),
    ("POST", "/v1/add-to-org"): Call("admin", lambda _: {"email": "guest@example.com"}, gives=201),
    ("POST", "/v1/invitation-link"): Call(
        "admin", lambda ids: {"invitation_id": ids["invitation"]}, says="/invitation#"
    ),
    ("POST", "/v1/get-invitation"): Call("public", _token("invitation_token")),
    ("POST", "/v1/list-invitations"): Call("login", _nothing),
    ("POST", "/v1/accept-invitation"): Call(
        "login", _token("invitation_token"), good=_token("token_to_accept")
    ),
    ("POST", "/v1/decline-invitation"): Call(
        "login", _token("invitation_token"), good=_token("token_to_decline")
    ),
    ("POST", "/v1/list-organizations"): Call("login", _nothing),
    ("POST", "/v1/fetch-all-users"): Call("viewer", _nothing),
    ("POST", "/v1/user-role"): Call(
        "admin", lambda ids: {"userid": ids["viewer"], "role": "editor"}
    ),
    ("GET", "/v1/user-role/{userid}"): Call("viewer", path=_user_path),
    ("PUT", "/v1/user-role/{userid}"): Call("admin", lambda _: {"role": "editor"}, _user_path),
    ("DELETE", "/v1/user-role/{userid}"): Call(
        "admin", path=lambda ids: f"/v1/user-role/{ids['guest']}"
    ),
    ("POST", "/v1/api_key"): Call("admin", lambda ids: {"action": "revoke", "key_id": ids["key"]}),
}
