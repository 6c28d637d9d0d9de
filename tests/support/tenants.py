"""One organisation with a row of everything, whose ids the calls of tests/support/calls.py use."""

from dataclasses import dataclass, field
from typing import Any

from starlette.testclient import TestClient

from tests.support.automation_calls import automation_rows
from tests.support.calls import DRINKS, PASSWORD
from tests.support.campaign_calls import campaign_rows
from tests.support.connection_calls import connection_rows
from tests.support.consent_calls import consent_rows
from tests.support.dashboard_calls import dashboard_rows
from tests.support.earning_calls import earning_rows
from tests.support.game_calls import game_rows
from tests.support.import_calls import import_rows
from tests.support.link_calls import link_rows
from tests.support.message_calls import message_rows
from tests.support.page_calls import ANSWERS
from tests.support.pages import PageMaker
from tests.support.pass_calls import pass_rows
from tests.support.pass_template_calls import imported_passes, pass_template_rows
from tests.support.people import Org, People, Somebody
from tests.support.pictures import picture
from tests.support.referral_calls import referral_rows
from tests.support.reward_calls import reward_rows
from tests.support.segment_calls import segment_rows
from tests.support.till_calls import till_rows
from tests.support.visits import make_code
from tests.support.web_push_calls import web_push_rows

ROLES = ("viewer", "editor", "admin", "owner")


@dataclass
class Tenant:
    """One organisation with a row of everything; each of its texts contains `mark`."""

    org: Org
    mark: str
    people: dict[str, Somebody]
    outsider: Somebody
    ids: dict[str, str] = field(default_factory=dict)


def make_tenant(people: People, client: TestClient, mark: str) -> Tenant:
    """Create an organisation with people of all roles, a key, an invitation and a code."""
    org = people.org(f"{mark} Company", slug=mark, logo=f"/{mark}.png")
    members = {role: people.member(org, role, f"{role}@{mark}.example") for role in ROLES}
    people.member(org, "owner", f"second-owner@{mark}.example")
    guest = people.member(org, "viewer", f"guest@{mark}.example")
    tenant = Tenant(org, mark, members, people.user(f"outsider@{mark}.org"))
    tenant.ids = {
        "org": org.org_id,
        "slug": mark,
        "guest": guest.user_id,
        **{role: member.user_id for role, member in members.items()},
    }

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
    tenant.ids["invitation_token"] = invited["link"].partition("#")[2]
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
    studio = {"prompt": f"{mark} sea", "code_id": code["code_id"], "count": 1}
    tenant.ids["ai_job"] = call("/v1/generate-ai-qr", studio)["job_id"]
    wall = call("/v1/selfiewall/create-selfiewall", {"name": f"{mark} party"})
    tenant.ids["wall"] = wall["wall_id"]
    uploaded = client.post(
        "/v1/upload-image",
        headers=members["owner"].headers,
        files={"file": (f"{mark}.png", picture(size=(64, 64)))},
    ).json()
    tenant.ids["media"] = uploaded["media_id"]
    people.ai_picture(org, tenant.ids["ai_job"], uploaded["media_id"], code["url"])
    tenant.ids["picture_key"] = uploaded["url"].partition("/media/")[2]
    shown = PageMaker(client, members["owner"].headers)
    tenant.ids["shown"], tenant.ids["page"] = shown.published()
    kept = {"page_id": tenant.ids["page"], "name": f"{mark} template", "visibility": "shared"}
    tenant.ids["template"] = call("/v1/submit-template", kept)["template_id"]
    sent = call("/v1/append-submit", {"code_id": tenant.ids["shown"], "fields": ANSWERS})
    tenant.ids["submission"] = sent["submission_id"]
    tenant.ids["customer"] = people.customer(org)
    for name in ("twin", "merged"):
        tenant.ids[f"customer_{name}"] = people.customer(org)
    merge = {"keep": tenant.ids["customer"], "merge": tenant.ids["customer_merged"]}
    merges = call("/v1/merge-customers", merge)["merges"]
    tenant.ids["customer_merge"] = merges[0]["merge_id"]
    noted = {"customer_id": tenant.ids["customer"], "text": f"{mark} note"}
    tenant.ids["customer_note"] = call("/v1/add-customer-note", noted)["note_id"]
    tenant.ids["customer_field"] = f"size_of_{mark.lower()}"
    sized = {"name": tenant.ids["customer_field"], "label": f"{mark} size", "type": "text"}
    call("/v1/save-customer-field", sized)
    tenant.ids |= import_rows(client, members["owner"].headers, people, mark)
    tenant.ids |= reward_rows(call, tenant.ids["customer"], mark)
    tenant.ids |= earning_rows(call, tenant.ids["customer"], mark)
    tenant.ids |= till_rows(call, mark)
    tenant.ids |= game_rows(call, mark)
    tenant.ids |= web_push_rows(shown, mark)
    tenant.ids |= pass_rows(client, members["owner"].headers, mark)
    tenant.ids |= pass_template_rows(call, tenant.ids["customer"], mark)
    owner = members["owner"].headers
    tenant.ids |= imported_passes(client, owner, people, tenant.ids["pass_template"])
    tenant.ids |= segment_rows(call, tenant.ids["customer"], mark)
    tenant.ids |= campaign_rows(call, tenant.ids["segment"], mark)
    tenant.ids |= automation_rows(call, tenant.ids["segment"], mark)
    tenant.ids |= referral_rows(call, tenant.ids["customer"], mark)
    tenant.ids |= consent_rows(call, tenant.ids["customer"], mark)
    tenant.ids |= message_rows(call, mark)
    tenant.ids |= connection_rows(call, mark)
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
    # Known, but not valid for a hundred years, so that trying it changes nothing.
    promo = {"promo_code": f"{mark} later", "starts_at": "2126-01-01T00:00:00Z", "name": mark}
    call("/v1/create_promo_code", {"qr_id": tenant.ids["locked_code"], **promo})
    call("/v1/set_master_key", {"qr_id": tenant.ids["locked_code"]})
    tenant.ids["promo"] = f"{mark} later"
    listed = call("/v1/promo_lock/list_promo_codes", {"qr_id": tenant.ids["locked_code"]})
    tenant.ids["promo_code"] = listed["items"][0]["promo_code_id"]
    tenant.ids |= dict.fromkeys(FOR_GOOD_CALLS, tenant.ids["code"])
    return tenant


FOR_GOOD_CALLS = (
    "with_password",
    "one_time",
    "open_promo",
    "to_fill_in",
    "page_to_fill_in",
    "spare-domain_id",
    *(f"{prefix}spare-qr_id" for prefix in ("", "promo_lock/")),
    *(f"{prefix}spare-folder_id" for prefix in ("", "folders/")),
)
"""Ids that only a call that must succeed needs. For a call that must be refused, any other code will do."""


def make_ready(people: People, client: TestClient, tenant: Tenant) -> None:
    """Create what good calls open, use up and delete."""
    mark, code_id = tenant.mark, tenant.ids["code"]

    def call(path: str, **body: Any) -> Any:
        answer = client.post(f"/v1/{path}", headers=tenant.people["owner"].headers, json=body)
        assert answer.status_code < 300, answer.text
        return answer.json()

    elsewhere = people.member(people.org(f"{mark} friends"), "admin")
    for name, who in (("accept", tenant.people["owner"]), ("decline", elsewhere)):
        body = {"email": tenant.outsider.email}
        invited = client.post("/v1/add-to-org", headers=who.headers, json=body).json()
        tenant.ids[f"token_to_{name}"] = invited["link"].partition("#")[2]
    redirect = {"type": "redirect", "destination": "https://staff.example"}
    state = {"base_code_id": code_id, "one_time_state": "issued"}
    tenant.ids |= {
        "with_password": call("qr/create-code", name="Staff", **redirect, password=PASSWORD)[
            "code_id"
        ],
        "one_time": make_code(people.url, tenant.org.org_id, **state),
        "open_promo": f"{mark} now",
        "to_fill_in": tenant.ids["shown"],
        "page_to_fill_in": tenant.ids["page"],
        "spare-domain_id": call("add-domain", host=f"spare.{mark}.example")["domain_id"],
    }
    again = {"max_uses": 9, "uses_per_customer": None}  # for each address of the call
    call(
        "create_promo_code",
        qr_id=tenant.ids["locked_code"],
        promo_code=f"{mark} now",
        **again,
    )
    for prefix in ("", "promo_lock/"):
        locked = call("qr/create-code", name="Locked", type="page")["code_id"]
        call("create_promo_code", qr_id=locked, amount=1)
        tenant.ids[f"{prefix}spare-qr_id"] = locked
    for prefix in ("", "folders/"):
        folder = call("create-folder", name=f"{mark} {prefix}spare")
        tenant.ids[f"{prefix}spare-folder_id"] = folder["folder_id"]
