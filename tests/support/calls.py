"""How to call each route with the ids of one organisation: what the tenancy sweep walks over.

A new route needs a line in CALLS; the sweep then tries it as a stranger, as every weaker role and
without a login.
"""

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from starlette.testclient import TestClient

from tests.support.call import Call
from tests.support.dashboard_calls import DASHBOARD_CALLS, dashboard_rows
from tests.support.link_calls import LINK_CALLS, link_rows
from tests.support.page_calls import ANSWERS, PAGE_CALLS
from tests.support.pages import PageMaker
from tests.support.people import Org, People, Somebody
from tests.support.pictures import picture

ROLES = ("viewer", "editor", "admin", "owner")


@dataclass
class Tenant:
    """One organisation with a row of everything, each text of it carrying `mark`."""

    org: Org
    mark: str
    people: dict[str, Somebody]
    outsider: Somebody
    ids: dict[str, str] = field(default_factory=dict)


def _nothing(_ids: dict[str, str]) -> dict[str, Any]:
    return {}


def _code(ids: dict[str, str]) -> dict[str, Any]:
    return {"code_id": ids["code"]}


def _qr(ids: dict[str, str]) -> dict[str, Any]:
    return {"qr_id": ids["locked_code"]}


def _promo(ids: dict[str, str]) -> dict[str, Any]:
    return {"qr_id": ids["locked_code"], "promo_code": ids["promo"]}


DRINKS = {
    "question": "What will you drink?",
    "choices": [{"id": "tea", "label": "Tea"}, {"id": "coffee", "label": "Coffee"}],
    "show_results": "always",
}


def _poll(ids: dict[str, str]) -> dict[str, Any]:
    return {"code_id": ids["code"], "poll_id": ids["poll"]}


def _wall(ids: dict[str, str]) -> dict[str, Any]:
    return {"wall_id": ids["wall"]}


def _user_path(ids: dict[str, str]) -> str:
    return f"/v1/user-role/{ids['viewer']}"


def _interval(ids: dict[str, str]) -> dict[str, Any]:
    return {"interval": "7day", "filters": {"code": [ids["code"]]}}


_PHONES = count(1000)
"""Each number is asked for its passcode once: a second time would be refused for half a minute."""


CALLS: dict[tuple[str, str], Call] = {
    ("GET", "/healthz"): Call("public"),
    ("GET", "/readyz"): Call("public"),
    ("GET", "/metrics"): Call("public"),
    ("GET", "/openapi.json"): Call("public"),
    ("GET", "/app-config.json"): Call("public"),
    # organisation, people, keys
    ("GET", "/v1/me"): Call("login"),
    ("POST", "/v0/create-org"): Call("login", lambda _: {"name": "Another"}),
    ("POST", "/v1/get-organization"): Call("viewer", _nothing),
    ("POST", "/v1/get-org-data"): Call("viewer", _nothing),
    ("POST", "/v1/update-organization"): Call("admin", lambda _: {"name": "Changed"}),
    ("DELETE", "/v1/organization"): Call(
        "owner", path=lambda ids: f"/v1/organization?confirm={ids['slug']}"
    ),
    ("POST", "/v1/add-to-org"): Call("admin", lambda _: {"email": "guest@example.com"}),
    ("POST", "/v1/fetch-all-users"): Call("viewer", _nothing),
    ("POST", "/v1/user-role"): Call(
        "admin", lambda ids: {"userid": ids["viewer"], "role": "editor"}
    ),
    ("GET", "/v1/user-role/{userid}"): Call("viewer", path=_user_path),
    ("PUT", "/v1/user-role/{userid}"): Call("admin", lambda _: {"role": "editor"}, _user_path),
    ("DELETE", "/v1/user-role/{userid}"): Call(
        "admin", path=lambda ids: f"/v1/user-role/{ids['admin']}"
    ),
    ("POST", "/v1/api_key"): Call("admin", lambda ids: {"action": "revoke", "key_id": ids["key"]}),
    # codes
    ("POST", "/v1/qr/create-code"): Call(
        "editor",
        lambda ids: {
            "name": "Child",
            "type": "redirect",
            "destination": "https://example.com/menu",
            "base_code_id": ids["code"],
        },
    ),
    ("POST", "/v1/qr/get-code"): Call("viewer", _code),
    ("POST", "/v1/get-qr"): Call("viewer", _code),
    ("POST", "/v1/get-just-qr"): Call("viewer", _code),
    ("POST", "/v1/get-all-qr-codes"): Call("viewer", _nothing),
    ("POST", "/v1/get-all-qr-codes/get-name-id"): Call("viewer", _nothing),
    ("POST", "/v1/get-all-qr-codes/get-child"): Call("viewer", lambda ids: {"id": ids["code"]}),
    ("POST", "/v1/qr/update-code"): Call("editor", lambda ids: {**_code(ids), "name": "Changed"}),
    ("POST", "/v1/update-qr-code"): Call("editor", lambda ids: {**_code(ids), "width": 600}),
    ("POST", "/v1/qr/create-duplicate-code"): Call("editor", _code),
    ("POST", "/v1/clone-code"): Call("editor", lambda ids: {**_code(ids), "folder_id": None}),
    ("POST", "/v1/qr/clone-qr"): Call(
        "editor", lambda ids: {**_code(ids), "to_code_id": ids["code"]}
    ),
    ("POST", "/v0/fetch-code"): Call("viewer", _code),
    ("POST", "/v1/bulk-codes"): Call(
        "editor", lambda ids: {"code_ids": [ids["code"]], "action": "pause"}
    ),
    ("POST", "/v1/get-tags"): Call("viewer", _nothing),
    ("POST", "/v1/rename-tag"): Call("editor", lambda ids: {"tag": ids["slug"], "to": "other"}),
    ("POST", "/v1/clone-multiple"): Call("editor", lambda ids: {**_code(ids), "data": [{}]}),
    ("POST", "/v1/import-codes"): Call("editor", lambda _: {"csv": "url\nhttps://a.example/"}),
    ("POST", "/v1/qr/create_one_time_codes"): Call(
        "editor", lambda ids: {"base_code_id": ids["code"], "amount": 2}
    ),
    ("POST", "/v1/qr/delete_one_time_codes"): Call("editor", lambda ids: {"id": ids["code"]}),
    ("POST", "/v1/get-one-time-codes"): Call("viewer", lambda ids: {"id": ids["code"]}),
    ("POST", "/v1/export-one-time-codes"): Call("viewer", lambda ids: {"id": ids["code"]}),
    ("POST", "/v1/delete-qr-ode"): Call("editor", lambda ids: {"id": ids["code"]}),
    ("POST", "/v1/delete-qr-code"): Call("editor", lambda ids: {"id": ids["code"]}),
    ("POST", "/v1/gen-qr"): Call(
        "viewer", lambda _: {"content": "https://example.com/", "type": "url"}
    ),
    ("POST", "/v1/check-picture"): Call("viewer", _code),
    ("GET", "/v1/code-picture/{code_id}.{extension}"): Call(
        "public", path=lambda ids: f"/v1/code-picture/{ids['code']}.svg"
    ),
    ("POST", "/v1/get-code-health"): Call("viewer", _code),
    # phone verification
    ("POST", "/v1/phone_number_verification"): Call(
        "public", lambda ids: {**_code(ids), "phone": f"+1212555{next(_PHONES)}"}
    ),
    ("POST", "/v1/get-sandbox-messages"): Call("admin", _nothing),
    # jobs
    ("POST", "/v1/get-job"): Call("viewer", lambda ids: {"job_id": ids["job"]}),
    ("POST", "/v1/cancel-job"): Call("editor", lambda ids: {"job_id": ids["job"]}),
    # uploads; upload-image has its own tests, as the sweep sends JSON
    ("POST", "/v1/upload-image"): Call("editor"),
    ("POST", "/v1/list-media"): Call("viewer", _nothing),
    ("POST", "/v1/delete-media"): Call("editor", lambda ids: {"media_id": ids["media"]}),
    ("POST", "/v1/generate-signed-url"): Call(
        "viewer", lambda ids: {"action": "download", "key": ids["picture_key"]}
    ),
    ("POST", "/v1/generate-url"): Call("editor", lambda _: {"url": "https://example.com/long"}),
    # folders
    **{
        ("POST", f"/v1/{prefix}{name}"): call
        for prefix in ("", "folders/")
        for name, call in {
            "create-folder": Call(
                "editor", lambda ids: {"name": "New", "parent_id": ids["folder"]}
            ),
            "update-folder": Call(
                "editor", lambda ids: {"folder_id": ids["folder"], "name": "Changed"}
            ),
            "get-folders": Call("viewer", _nothing),
            "add-to-folder": Call("editor", lambda ids: {"folder_id": ids["folder"], **_code(ids)}),
            "remove-from-folder": Call(
                "editor", lambda ids: {"folder_id": ids["folder"], **_code(ids)}
            ),
            "remove-folder": Call("editor", lambda ids: {"folder_id": ids["folder"]}),
            "get-codes-from-folder": Call("viewer", lambda ids: {"folder_id": ids["folder"]}),
        }.items()
    },
    # notes
    ("POST", "/v1/add_qr_note"): Call("editor", lambda ids: {**_code(ids), "title": "Opening"}),
    ("POST", "/v1/get_qr_notes"): Call("viewer", _code),
    ("POST", "/v1/get_all_notes"): Call("viewer", _nothing),
    ("POST", "/v1/delete_qr_note"): Call("editor", lambda ids: {"id": ids["note"]}),
    # terms
    ("POST", "/v1/update-terms"): Call(
        "editor", lambda ids: {"terms_id": ids["terms"], "title": "Rules", "body": "Changed."}
    ),
    ("POST", "/v1/get-terms"): Call("viewer", lambda ids: {"terms_id": ids["terms"]}),
    ("POST", "/v1/get-terms-acceptances"): Call("admin", lambda ids: {"terms_id": ids["terms"]}),
    ("POST", "/v1/accept_tos"): Call("public", lambda ids: {**_code(ids), "version": 1}),
    ("POST", "/v1/check-tos"): Call("public", _code),
    ("POST", "/{name}/terms"): Call(
        "public", lambda _: {"version": 1}, lambda ids: f"/{ids['code']}/terms"
    ),
    # promo locks
    **{
        ("POST", f"/v1/{prefix}{name}"): call
        for prefix in ("", "promo_lock/")
        for name, call in {
            "create_promo_code": Call("editor", lambda ids: {"qr_id": ids["code"], "amount": 2}),
            "check_promo_code": Call("public", _promo),
            "promo_code_usage": Call("public", _promo),
            "export_promo_codes": Call("viewer", _qr),
            "get_master_key_promo_code": Call("viewer", _qr),
            "set_master_key": Call("admin", _qr),
            "edit_master_key": Call("admin", lambda ids: {"qr_id": ids["code"], "new_key": True}),
            "delete_master_key": Call("admin", _qr),
        }.items()
    },
    ("POST", "/v1/promo_lock/get_lock"): Call("viewer", _qr),
    ("POST", "/v1/promo_lock/set_lock"): Call(
        "editor", lambda ids: {"qr_id": ids["code"], "message": "Changed"}
    ),
    ("POST", "/v1/promo_lock/list_promo_codes"): Call("viewer", _qr),
    ("POST", "/v1/promo_lock/withdraw_promo_codes"): Call(
        "editor", lambda ids: {"qr_id": ids["code"], "promo_code_ids": [ids["promo_code"]]}
    ),
    ("POST", "/v1/promo_lock/list_alarms"): Call("viewer", _qr),
    ("POST", "/v1/promo_lock/see_alarms"): Call("editor", _qr),
    ("POST", "/code/{code_id}/unlock"): Call(
        "public", _promo, lambda ids: f"/code/{ids['locked_code']}/unlock"
    ),
    **PAGE_CALLS,
    **LINK_CALLS,
    # slips
    ("POST", "/v1/slip"): Call(
        "editor",
        lambda ids: {
            "action": "update_slip",
            "slip_id": ids["slip"],
            "updated_data": {"name": "Changed"},
        },
    ),
    ("POST", "/v1/print-slip"): Call("editor", lambda ids: {"slip_id": ids["slip"]}),
    # visitors
    ("POST", "/v1/append-scan"): Call("public", _code),
    ("POST", "/v1/collect"): Call("public", lambda ids: {"events": [_code(ids)]}),
    ("POST", "/v1/get-identifier"): Call("public", _nothing),
    ("POST", "/v1/simulate-visit"): Call("viewer", _code),
    ("POST", "/v1/rule-options"): Call("viewer", _nothing),
    ("POST", "/code/{code_id}/password"): Call(
        "public", _nothing, lambda ids: f"/code/{ids['code']}/password"
    ),
    ("GET", "/code/{code_id}/poll/{poll_id}"): Call(
        "public", path=lambda ids: f"/code/{ids['code']}/poll/{ids['poll']}"
    ),
    ("POST", "/code/{code_id}/poll/{poll_id}"): Call(
        "public", path=lambda ids: f"/code/{ids['code']}/poll/{ids['poll']}"
    ),
    ("POST", "/code/{code_id}/use"): Call(
        "public", _nothing, lambda ids: f"/code/{ids['code']}/use"
    ),
    # AI studio
    ("POST", "/v1/generate-ai-qr"): Call("editor", lambda ids: {**_code(ids), "prompt": "Sea"}),
    ("POST", "/v1/get-ai-qr"): Call("viewer", lambda ids: {"job_id": ids["ai_job"]}),
    ("POST", "/v1/list-ai-pictures"): Call("viewer", _nothing),
    ("POST", "/v1/use-ai-picture"): Call(
        "editor", lambda ids: {"job_id": ids["ai_job"], "number": 1, **_code(ids)}
    ),
    # votes
    ("POST", "/v1/use-drawn-picture"): Call("editor", _code),
    ("POST", "/v1/append-vote"): Call("public", lambda ids: {**_poll(ids), "choice": "tea"}),
    ("POST", "/v1/get-votes"): Call("public", _poll),
    ("GET", "/v1/votes-live/{code_id}/{poll_id}"): Call(
        "public", path=lambda ids: f"/v1/votes-live/{ids['code']}/{ids['poll']}?seconds=0"
    ),
    ("POST", "/v1/create-poll"): Call("editor", lambda ids: {**_code(ids), **DRINKS}),
    ("POST", "/v1/update-poll"): Call("editor", lambda ids: {**_poll(ids), "is_open": False}),
    ("POST", "/v1/delete-poll"): Call("editor", _poll),
    ("POST", "/v1/list-polls"): Call("viewer", _code),
    # walls
    **{
        ("POST", f"/v1/selfiewall/{name}"): call
        for name, call in {
            "create-selfiewall": Call("editor", lambda _: {"name": "Party"}),
            "update-selfiewall": Call("editor", lambda ids: {**_wall(ids), "is_open": False}),
            "get-selfiewall": Call("viewer", _wall),
            "get-selfiewalls": Call("viewer", _nothing),
            "delete-selfiewall": Call("editor", _wall),
            "get-posts": Call("viewer", _wall),
            "moderate": Call(
                "editor", lambda ids: {**_wall(ids), "post_ids": ["post_x"], "action": "reject"}
            ),
            "export": Call("editor", _wall),
        }.items()
    },
    ("POST", "/wall/{wall_id}/"): Call("public", path=lambda ids: f"/wall/{ids['wall']}/"),
    ("POST", "/wall/{wall_id}/report"): Call(
        "public", path=lambda ids: f"/wall/{ids['wall']}/report"
    ),
    # analytics
    ("POST", "/v1/get-analytics"): Call("viewer", _interval),
    ("POST", "/v1/export-csv"): Call(
        "viewer", lambda ids: {"from": "code", "params": _interval(ids)}
    ),
    ("GET", "/v1/data-dictionary"): Call("viewer"),
    ("POST", "/v1/analytics-freshness"): Call("viewer", _nothing),
    ("POST", "/v1/list-reports"): Call("viewer", _nothing),
    ("POST", "/v1/portable-export"): Call("admin", lambda _: {"events": "none"}),
    ("POST", "/v1/erase-person"): Call("admin", lambda ids: {"customer_id": ids["customer"]}),
    ("POST", "/v1/list-erasures"): Call("admin", _nothing),
    ("POST", "/v1/get-report"): Call(
        "viewer",
        lambda ids: {
            "report": "orders",
            "interval": "7day",
            "group_by": "code",
            "filters": {"code": [ids["code"]]},
        },
    ),
    **DASHBOARD_CALLS,
    ("POST", "/v1/get-placements"): Call("viewer", _interval),
    ("POST", "/v1/get-events"): Call("viewer", _interval),
    ("POST", "/v1/explain-change"): Call("viewer", _interval),
    ("GET", "/v1/analytics-live"): Call(
        "viewer", path=lambda ids: f"/v1/analytics-live?seconds=0&code_id={ids['code']}"
    ),
    ("POST", "/v0/analytics"): Call("viewer", _interval),
    ("POST", "/v0/scan_analytics"): Call("viewer", _interval),
    ("POST", "/v0/cookied-scan-analytics"): Call("viewer", _interval),
}


def make_tenant(people: People, client: TestClient, mark: str) -> Tenant:
    """An organisation with people of all roles, a key, an invitation and a code."""
    org = people.org(f"{mark} Company", slug=mark, logo=f"/{mark}.png")
    members = {role: people.member(org, role, f"{role}@{mark}.example") for role in ROLES}
    people.member(org, "owner", f"second-owner@{mark}.example")
    tenant = Tenant(org, mark, members, people.user(f"outsider@{mark}.org"))
    tenant.ids = {"slug": mark, **{role: member.user_id for role, member in members.items()}}

    def call(path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = client.post(path, headers=members["owner"].headers, json=body)
        assert answer.status_code < 300, answer.text
        made: dict[str, Any] = answer.json()
        return made

    key = call("/v1/api_key", {"action": "make", "name": f"{mark} key", "role": "viewer"})
    tenant.ids["key"] = key["key"]["key_id"]
    tenant.ids["folder"] = call("/v1/create-folder", {"name": f"{mark} folder"})["folder_id"]
    invited = call("/v1/add-to-org", {"email": f"invited@{mark}.example"})
    tenant.ids["invitation"] = invited["user_id"]
    code = call(
        "/v1/qr/create-code",
        {
            "name": f"{mark} menu",
            "type": "redirect",
            "destination": f"https://{mark}.example/menu",
            "tags": [mark],
        },
    )
    tenant.ids["code"] = code["code_id"]
    poll = call("/v1/create-poll", {"code_id": code["code_id"], **DRINKS})
    tenant.ids["poll"] = poll["poll_id"]
    studio = {"prompt": f"{mark} sea", "code_id": code["code_id"]}
    tenant.ids["ai_job"] = call("/v1/generate-ai-qr", studio)["job_id"]
    wall = call("/v1/selfiewall/create-selfiewall", {"name": f"{mark} party"})
    tenant.ids["wall"] = wall["wall_id"]
    uploaded = client.post(
        "/v1/upload-image",
        headers=members["owner"].headers,
        files={"file": (f"{mark}.png", picture(size=(64, 64)))},
    ).json()
    tenant.ids["media"] = uploaded["media_id"]
    tenant.ids["picture_key"] = uploaded["url"].partition("/media/")[2]
    shown = PageMaker(client, members["owner"].headers)
    tenant.ids["shown"], tenant.ids["page"] = shown.published()
    kept = {"page_id": tenant.ids["page"], "name": f"{mark} template", "visibility": "shared"}
    tenant.ids["template"] = call("/v1/submit-template", kept)["template_id"]
    sent = call("/v1/append-submit", {"code_id": tenant.ids["shown"], "fields": ANSWERS})
    tenant.ids["submission"] = sent["submission_id"]
    tenant.ids["customer"] = people.customer(org)
    note = call("/v1/add_qr_note", {"code_id": code["code_id"], "title": f"{mark} note"})
    tenant.ids["note"] = note["note_id"]
    tenant.ids |= dashboard_rows(call, client, members["viewer"].headers, mark)
    terms = call("/v1/update-terms", {"title": f"{mark} terms", "body": f"{mark} rules."})
    tenant.ids["terms"] = terms["terms_id"]
    slip = call("/v1/slip", {"action": "create_slip", "updated_data": {"name": f"{mark} slip"}})
    tenant.ids["slip"] = slip["slip_id"]
    tenant.ids |= link_rows(call, people, mark)
    tenant.ids["job"] = people.job(org, f"{mark} work")
    locked = {"name": f"{mark} locked", "type": "page"}
    tenant.ids["locked_code"] = call("/v1/qr/create-code", locked)["code_id"]
    # Known, but not valid for a hundred years: trying it changes nothing.
    promo = {"promo_code": f"{mark} later", "starts_at": "2126-01-01T00:00:00Z", "name": mark}
    call("/v1/create_promo_code", {"qr_id": tenant.ids["locked_code"], **promo})
    call("/v1/set_master_key", {"qr_id": tenant.ids["locked_code"]})
    tenant.ids["promo"] = f"{mark} later"
    listed = call("/v1/promo_lock/list_promo_codes", {"qr_id": tenant.ids["locked_code"]})
    tenant.ids["promo_code"] = listed["items"][0]["promo_code_id"]
    return tenant
