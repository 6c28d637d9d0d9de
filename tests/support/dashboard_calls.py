"""The entries for the dashboard's calls: annotations, views, links, emailed reports."""

from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient

from api.domains.insights.scheduled_reports.tokens import mail_token
from api.kit.process_state import ProcessState
from runtime.settings import Settings
from tests.support.call import Call

WRITTEN_TO = "reader@outside.example"
MOMENT = {"starts_at": "2026-06-01T12:00:00Z"}


def _nothing(_ids: dict[str, str]) -> dict[str, Any]:
    return {}


DASHBOARD_CALLS: dict[tuple[str, str], Call] = {
    ("GET", "/v1/analytics/sql"): Call("editor"),
    ("POST", "/v1/analytics/sql"): Call(
        "editor", lambda _: {"sql": "select count(*) as n from events"}
    ),
    ("POST", "/v1/save-annotation"): Call(
        "editor", lambda ids: {"annotation_id": ids["annotation"], **MOMENT, "text": "Changed"}
    ),
    ("POST", "/v1/list-annotations"): Call(
        "viewer", lambda _: {"from": "2026-01-01T00:00:00Z", "to": "2099-01-01T00:00:00Z"}
    ),
    ("POST", "/v1/get-cross-table"): Call(
        "viewer",
        lambda ids: {"filters": {"code": [ids["code"]]}, "group_by": ["code", "country"]},
        foreign=200,
    ),
    ("POST", "/v1/list-code-properties"): Call("viewer", _nothing),
    ("POST", "/v1/list-seasons"): Call("viewer", lambda _: {"board": "code"}),
    ("POST", "/v1/start-season"): Call("admin", lambda _: {"board": "page", "number": 1}),
    ("POST", "/v1/save-view"): Call("viewer", lambda _: {"name": "Another", "search": "bots=1"}),
    ("POST", "/v1/list-views"): Call("viewer", _nothing),
    ("POST", "/v1/set-default-view"): Call("viewer", lambda ids: {"view_id": ids["view"]}),
    ("POST", "/v1/delete-view"): Call("viewer", lambda ids: {"view_id": ids["view"]}, takes_away=1),
    ("POST", "/v1/create-share-link"): Call("editor", lambda _: {"name": "New", "question": {}}),
    ("POST", "/v1/list-share-links"): Call("editor", _nothing),
    ("POST", "/v1/revoke-share-link"): Call(
        "editor", lambda ids: {"link_id": ids["link"]}, takes_away=1
    ),
    ("POST", "/v1/save-scheduled-report"): Call(
        "editor",
        lambda ids: {"schedule_id": ids["report"], "name": "Weekly", "recipients": [WRITTEN_TO]},
    ),
    ("POST", "/v1/preview-scheduled-report"): Call("editor", lambda ids: {"name": "A report"}),
    ("POST", "/v1/send-report-sample"): Call("editor", lambda ids: {"name": "A report"}),
    ("POST", "/v1/list-scheduled-reports"): Call("editor", _nothing),
    ("POST", "/v1/delete-scheduled-report"): Call(
        "editor", lambda ids: {"schedule_id": ids["report"]}, takes_away=1
    ),
    **{
        (method, "/mail/{purpose}/{token}"): Call(
            "public", path=lambda ids: f"/mail/confirm/{ids['report_token']}"
        )
        for method in ("GET", "POST")
    },
    ("POST", "/v1/get-code-activity"): Call(
        "viewer", lambda ids: {"code_ids": [ids["code"]]}, foreign=200
    ),
    ("POST", "/v1/list-codes-by-activity"): Call("viewer", _nothing),
    ("POST", "/v1/open-share-link"): Call("public", lambda ids: {"token": ids["link_token"]}),
    ("POST", "/v1/ask-share-link"): Call("public", lambda ids: {"token": ids["link_token"]}),
    ("POST", "/v1/delete-annotation"): Call(
        "editor", lambda ids: {"annotation_id": ids["annotation"]}, takes_away=1
    ),
}


def dashboard_rows(
    call: Callable[[str, dict[str, Any]], dict[str, Any]],
    client: TestClient,
    viewer: dict[str, str],
    mark: str,
) -> dict[str, str]:
    """Create a row of everything around the dashboard and return the ids. The view belongs to a viewer."""
    note = call("/v1/save-annotation", {**MOMENT, "text": f"{mark} opened"})
    kept = {"name": f"{mark} view", "search": f"code={mark}"}
    view = client.post("/v1/save-view", headers=viewer, json=kept).json()
    # Its name is visible to anyone who has the link, so it does not contain the mark.
    link = call("/v1/create-share-link", {"name": "For partners", "question": {}})
    report = {"name": f"{mark} weekly", "recipients": [WRITTEN_TO]}
    settings: Settings = ProcessState.of(client.app).settings  # type: ignore[attr-defined]
    made = call("/v1/save-scheduled-report", report)
    recipient_id = made["recipients"][0]["recipient_id"]
    return {
        "annotation": note["annotation_id"],
        "view": view["view_id"],
        "link": link["link_id"],
        "link_token": link["token"],
        "report": made["schedule_id"],
        "report_token": mail_token(settings.secret_key, "confirm", recipient_id),
    }
