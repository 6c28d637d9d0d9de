"""How to call each route with the ids of one organisation, for the tenancy sweep.

A new route needs an entry in CALLS with the arguments of a good call; the sweep then makes that call, and tries it as
an outsider, with every weaker role, without a login and with wrong values.
"""

from itertools import count
from typing import Any

from tests.support.call import Body, Call
from tests.support.campaign_calls import CAMPAIGN_CALLS
from tests.support.connection_calls import CONNECTION_CALLS
from tests.support.consent_calls import CONSENT_CALLS
from tests.support.customer_calls import CUSTOMER_CALLS
from tests.support.dashboard_calls import DASHBOARD_CALLS
from tests.support.earning_calls import EARNING_CALLS
from tests.support.game_calls import GAME_CALLS
from tests.support.import_calls import IMPORT_CALLS
from tests.support.link_calls import LINK_CALLS
from tests.support.org_calls import ORG_CALLS
from tests.support.page_calls import PAGE_CALLS
from tests.support.pass_calls import PASS_CALLS
from tests.support.pass_template_calls import PASS_TEMPLATE_CALLS
from tests.support.payment_calls import PAYMENT_CALLS
from tests.support.referral_calls import REFERRAL_CALLS
from tests.support.reward_calls import REWARD_CALLS
from tests.support.segment_calls import SEGMENT_CALLS
from tests.support.till_calls import TILL_CALLS
from tests.support.web_push_calls import WEB_PUSH_CALLS


def _nothing(_ids: dict[str, str]) -> dict[str, Any]:
    return {}


def _code(ids: dict[str, str]) -> dict[str, Any]:
    return {"code_id": ids["code"]}


def _qr(ids: dict[str, str]) -> dict[str, Any]:
    return {"qr_id": ids["locked_code"]}


def _promo(ids: dict[str, str]) -> dict[str, Any]:
    return {"qr_id": ids["locked_code"], "promo_code": ids["promo"]}


def _open_promo(ids: dict[str, str]) -> dict[str, Any]:
    return {"qr_id": ids["locked_code"], "promo_code": ids["open_promo"]}


PASSWORD = "open sesame"
DRINKS = {
    "question": "What will you drink?",
    "choices": [{"id": "tea", "label": "Tea"}, {"id": "coffee", "label": "Coffee"}],
    "show_results": "always",
}


def _poll(ids: dict[str, str]) -> dict[str, Any]:
    return {"code_id": ids["code"], "poll_id": ids["poll"]}


def _wall(ids: dict[str, str]) -> dict[str, Any]:
    return {"wall_id": ids["wall"]}


def _interval(ids: dict[str, str]) -> dict[str, Any]:
    return {"interval": "7day", "filters": {"code": [ids["code"]]}}


def _of_its_own(prefix: str, name: str) -> Body:
    """Give each address of a removing call a separate row to remove."""
    return lambda ids: {name: ids[f"{prefix}spare-{name}"]}


_NUMBERS = count(1000)
"""No two calls request a passcode for the same phone, or a folder with the same name."""


CALLS: dict[tuple[str, str], Call] = {
    **ORG_CALLS,
    **CAMPAIGN_CALLS,
    **CONNECTION_CALLS,
    # codes
    ("POST", "/v1/qr/create-code"): Call(
        "editor",
        lambda ids: {
            "name": "Child",
            "type": "redirect",
            "destination": "https://example.com/menu",
            "base_code_id": ids["code"],
        },
        foreign=422,
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
        "editor", lambda ids: {"code_ids": [ids["code"]], "action": "resume"}
    ),
    ("POST", "/v1/get-tags"): Call("viewer", _nothing),
    ("POST", "/v1/rename-tag"): Call("editor", lambda ids: {"tag": ids["slug"], "to": "other"}),
    ("POST", "/v1/clone-multiple"): Call("editor", lambda ids: {**_code(ids), "data": [{}]}),
    ("POST", "/v1/import-codes"): Call("editor", lambda _: {"csv": "url\nhttps://a.example/"}),
    ("POST", "/v1/qr/create_one_time_codes"): Call(
        "editor", lambda ids: {"base_code_id": ids["code"], "amount": 2}
    ),
    ("POST", "/v1/qr/delete_one_time_codes"): Call(
        "editor", lambda ids: {"id": ids["code"]}, takes_away=1
    ),
    ("POST", "/v1/get-one-time-codes"): Call("viewer", lambda ids: {"id": ids["code"]}),
    ("POST", "/v1/export-one-time-codes"): Call("editor", lambda ids: {"id": ids["code"]}),
    ("POST", "/v1/delete-qr-ode"): Call("editor", lambda ids: {"id": ids["code"]}, takes_away=1),
    ("POST", "/v1/delete-qr-code"): Call("editor", lambda ids: {"id": ids["code"]}, takes_away=1),
    ("POST", "/v1/gen-qr"): Call(
        "viewer", lambda _: {"content": "https://example.com/", "type": "url"}
    ),
    ("POST", "/v1/check-picture"): Call("viewer", _code),
    ("GET", "/v1/code-picture/{code_id}.{extension}"): Call(
        "public", path=lambda ids: f"/v1/code-picture/{ids['code']}.svg"
    ),
    ("POST", "/v1/get-code-health"): Call("viewer", _code, foreign=200),
    # phone verification
    ("POST", "/v1/phone_number_verification"): Call(
        "public", lambda ids: {**_code(ids), "phone": f"+1212555{next(_NUMBERS)}"}
    ),
    ("POST", "/v1/get-sandbox-messages"): Call("admin", _nothing),
    # jobs
    ("POST", "/v1/get-job"): Call("viewer", lambda ids: {"job_id": ids["job"]}),
    ("POST", "/v1/cancel-job"): Call("editor", lambda ids: {"job_id": ids["job"]}),
    # uploads
    ("POST", "/v1/upload-image"): Call("editor", file="file", says="url"),
    ("POST", "/v1/list-media"): Call("viewer", _nothing),
    ("POST", "/v1/delete-media"): Call(
        "editor", lambda ids: {"media_id": ids["media"]}, takes_away=1
    ),
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
                "editor",
                lambda ids: {"name": f"New {next(_NUMBERS)}", "parent_id": ids["folder"]},
                foreign=422,
            ),
            "update-folder": Call(
                "editor", lambda ids: {"folder_id": ids["folder"], "name": "Changed"}
            ),
            "get-folders": Call("viewer", _nothing),
            "add-to-folder": Call("editor", lambda ids: {"folder_id": ids["folder"], **_code(ids)}),
            "remove-from-folder": Call(
                "editor", lambda ids: {"folder_id": ids["folder"], **_code(ids)}
            ),
            "remove-folder": Call("editor", _of_its_own(prefix, "folder_id"), takes_away=1),
            "get-codes-from-folder": Call("viewer", lambda ids: {"folder_id": ids["folder"]}),
        }.items()
    },
    # notes
    ("POST", "/v1/add_qr_note"): Call("editor", lambda ids: {**_code(ids), "title": "Opening"}),
    ("POST", "/v1/get_qr_notes"): Call("viewer", _code),
    ("POST", "/v1/get_all_notes"): Call("viewer", _nothing),
    ("POST", "/v1/delete_qr_note"): Call("editor", lambda ids: {"id": ids["note"]}, takes_away=1),
    # terms
    ("POST", "/v1/get-terms"): Call("viewer", lambda ids: {"terms_id": ids["terms"]}),
    ("POST", "/v1/get-terms-acceptances"): Call("admin", lambda ids: {"terms_id": ids["terms"]}),
    ("POST", "/v1/accept_tos"): Call("public", lambda ids: {**_code(ids), "version": 1}),
    ("POST", "/v1/check-tos"): Call("public", _code),
    ("POST", "/{name}/terms"): Call(
        "public",
        lambda _: {"version": 1},
        lambda ids: f"/{ids['code']}/terms",
        is_form=True,
        gives=303,
        says="accepted=1",
        wrong=({"version": 1, "email": "nobody"}, 422, "This is not a valid email address"),
    ),
    ("POST", "/v1/update-terms"): Call(
        "editor", lambda ids: {"terms_id": ids["terms"], "title": "Rules", "body": "Changed."}
    ),
    # promo locks
    **{
        ("POST", f"/v1/{prefix}{name}"): call
        for prefix in ("", "promo_lock/")
        for name, call in {
            "create_promo_code": Call("editor", lambda ids: {**_qr(ids), "amount": 2}),
            "check_promo_code": Call("public", _promo, good=_open_promo, says='"locked":false'),
            "promo_code_usage": Call("public", _promo, good=_open_promo, says='"used":true'),
            "export_promo_codes": Call("editor", _qr),
            "get_master_key_promo_code": Call("viewer", _qr),
            "set_master_key": Call("admin", _of_its_own(prefix, "qr_id")),
            "edit_master_key": Call(
                "admin", lambda ids: {"qr_id": ids["locked_code"], "new_key": True}
            ),
            "delete_master_key": Call("admin", _of_its_own(prefix, "qr_id"), takes_away=1),
        }.items()
    },
    ("POST", "/v1/promo_lock/get_lock"): Call("viewer", _qr),
    ("POST", "/v1/promo_lock/set_lock"): Call(
        "editor", lambda ids: {"qr_id": ids["code"], "message": "Changed"}
    ),
    ("POST", "/v1/promo_lock/list_batches"): Call("viewer", _nothing),
    ("POST", "/v1/promo_lock/list_promo_codes"): Call("viewer", _qr),
    ("POST", "/v1/promo_lock/withdraw_promo_codes"): Call(
        "editor", lambda ids: {"qr_id": ids["locked_code"], "promo_code_ids": [ids["promo_code"]]}
    ),
    ("POST", "/v1/promo_lock/list_alarms"): Call("viewer", _qr),
    ("POST", "/v1/promo_lock/see_alarms"): Call("editor", _qr),
    ("POST", "/code/{code_id}/unlock"): Call(
        "public",
        _promo,
        lambda ids: f"/code/{ids['locked_code']}/unlock",
        good=_open_promo,
        says='"used":true',
    ),
    ("GET", "/code/{code_id}/unlock"): Call(
        "public",
        path=lambda ids: f"/code/{ids['locked_code']}/unlock",
        says="You need a promo code to continue.",
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
        "public",
        path=lambda ids: f"/code/{ids['with_password']}/password",
        good=lambda _: {"password": PASSWORD},
        is_form=True,
        gives=303,
        wrong=({"password": "wrong"}, 403, "Wrong password"),
    ),
    ("GET", "/code/{code_id}/password"): Call(
        "public",
        path=lambda ids: f"/code/{ids['with_password']}/password",
        says="Enter the password",
    ),
    ("GET", "/code/{code_id}/poll/{poll_id}"): Call(
        "public",
        path=lambda ids: f"/code/{ids['code']}/poll/{ids['poll']}",
        says="What will you drink?",
    ),
    ("POST", "/code/{code_id}/poll/{poll_id}"): Call(
        "public",
        path=lambda ids: f"/code/{ids['code']}/poll/{ids['poll']}",
        good=lambda _: {"choice": "tea"},
        is_form=True,
        gives=303,
        says="wp_outcome=voted",
        wrong=({"choice": "beer"}, 303, "wp_outcome=choose"),
    ),
    ("GET", "/privacy/{org_id}"): Call(
        "public", path=lambda ids: f"/privacy/{ids['org']}", says="Privacy choices"
    ),
    ("POST", "/privacy/{org_id}"): Call(
        "public",
        lambda _: {"choice": "no"},
        lambda ids: f"/privacy/{ids['org']}",
        good=lambda ids: {"choice": "no", "back": f"/code/{ids['code']}"},
        is_form=True,
        gives=303,
        says="chosen=",
        wrong=({"choice": "maybe"}, 422, "This could not be accepted"),
    ),
    ("GET", "/code/{code_id}/use"): Call(
        "public", path=lambda ids: f"/code/{ids['one_time']}/use", gives=303
    ),
    ("POST", "/code/{code_id}/use"): Call(
        "public",
        path=lambda ids: f"/code/{ids['one_time']}/use",
        is_form=True,
        says="Used just now",
    ),
    # AI studio
    ("POST", "/v1/generate-ai-qr"): Call("editor", lambda ids: {**_code(ids), "prompt": "Sea"}),
    ("POST", "/v1/get-ai-qr"): Call("viewer", lambda ids: {"job_id": ids["ai_job"]}),
    ("POST", "/v1/list-ai-pictures"): Call("viewer", _nothing),
    ("POST", "/v1/use-ai-picture"): Call(
        "editor", lambda ids: {"job_id": ids["ai_job"], "number": 1, **_code(ids)}
    ),
    ("POST", "/v1/use-drawn-picture"): Call("editor", _code),
    # votes
    ("POST", "/v1/append-vote"): Call("public", lambda ids: {**_poll(ids), "choice": "tea"}),
    ("POST", "/v1/get-votes"): Call("public", _poll),
    ("GET", "/v1/votes-live/{code_id}/{poll_id}"): Call(
        "public", path=lambda ids: f"/v1/votes-live/{ids['code']}/{ids['poll']}?seconds=0"
    ),
    ("POST", "/v1/create-poll"): Call("editor", lambda ids: {**_code(ids), **DRINKS}),
    ("POST", "/v1/update-poll"): Call("editor", lambda ids: {**_poll(ids), "question": "Changed?"}),
    ("POST", "/v1/delete-poll"): Call("editor", _poll, takes_away=1),
    ("POST", "/v1/list-polls"): Call("viewer", _code),
    # walls
    **{
        ("POST", f"/v1/selfiewall/{name}"): call
        for name, call in {
            "create-selfiewall": Call("editor", lambda _: {"name": "Party"}),
            "update-selfiewall": Call("editor", lambda ids: {**_wall(ids), "intro": "Changed."}),
            "get-selfiewall": Call("viewer", _wall),
            "get-selfiewalls": Call("viewer", _nothing),
            "delete-selfiewall": Call("editor", _wall, takes_away=1),
            "get-posts": Call("viewer", _wall),
            "moderate": Call(
                "editor", lambda ids: {**_wall(ids), "post_ids": ["post_x"], "action": "reject"}
            ),
            "export": Call("editor", _wall),
        }.items()
    },
    ("POST", "/wall/{wall_id}/"): Call(
        "public",
        path=lambda ids: f"/wall/{ids['wall']}/",
        good=lambda _: {"caption": "Hello", "consent": "yes"},
        is_form=True,
        file="picture",
        gives=303,
        says="wp_outcome=pending",
        wrong=({"consent": "yes"}, 303, "wp_outcome=picture"),
    ),
    ("POST", "/wall/{wall_id}/report"): Call(
        "public",
        path=lambda ids: f"/wall/{ids['wall']}/report",
        is_form=True,
        gives=303,
        says="wp_outcome=reported",
    ),
    # analytics
    ("POST", "/v1/get-analytics"): Call("viewer", _interval, foreign=200),
    ("POST", "/v1/export-csv"): Call(
        "viewer", lambda ids: {"from": "code", "params": _interval(ids)}, foreign=200
    ),
    ("GET", "/v1/data-dictionary"): Call("viewer"),
    ("POST", "/v1/analytics-freshness"): Call("viewer", _nothing),
    ("POST", "/v1/list-reports"): Call("viewer", _nothing),
    ("POST", "/v1/portable-export"): Call("admin", lambda _: {"events": "none"}),
    ("POST", "/v1/erase-person"): Call(
        "admin", lambda ids: {"customer_id": ids["customer"]}, takes_away=1
    ),
    ("POST", "/v1/list-erasures"): Call("admin", _nothing),
    **CUSTOMER_CALLS,
    **IMPORT_CALLS,
    **SEGMENT_CALLS,
    **REWARD_CALLS,
    **TILL_CALLS | GAME_CALLS | PASS_CALLS | WEB_PUSH_CALLS,
    **PASS_TEMPLATE_CALLS | PAYMENT_CALLS,
    **EARNING_CALLS | REFERRAL_CALLS,
    **CONSENT_CALLS,
    ("POST", "/v1/get-report"): Call(
        "viewer",
        lambda ids: {
            "report": "orders",
            "interval": "7day",
            "group_by": "code",
            "filters": {"code": [ids["code"]]},
        },
        foreign=200,
    ),
    **DASHBOARD_CALLS,
    ("POST", "/v1/get-placements"): Call("viewer", _interval, foreign=200),
    ("POST", "/v1/get-events"): Call("viewer", _interval, foreign=200),
    ("POST", "/v1/explain-change"): Call("viewer", _interval, foreign=200),
    ("GET", "/v1/analytics-live"): Call(
        "viewer",
        path=lambda ids: f'/v1/analytics-live?seconds=0&filters={{"code":["{ids["code"]}"]}}',
        foreign=200,
    ),
    ("POST", "/v0/analytics"): Call("viewer", _interval, foreign=200),
    ("POST", "/v0/scan_analytics"): Call("viewer", _interval, foreign=200),
    ("POST", "/v0/cookied-scan-analytics"): Call("viewer", _interval, foreign=200),
}
