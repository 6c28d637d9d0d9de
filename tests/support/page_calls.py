"""The entries for pages, templates and forms."""

from typing import Any

from tests.support.call import Call

ANSWERS = {"first_name": "Alex", "email": "alex@example.com"}
FILLED_IN = {**ANSWERS, "form_id": "sign-up"}


def _nothing(_ids: dict[str, str]) -> dict[str, Any]:
    return {}


def _shown(ids: dict[str, str]) -> dict[str, Any]:
    return {"code_id": ids["shown"]}


def _page(ids: dict[str, str]) -> dict[str, Any]:
    return {"page_id": ids["page"]}


def _form(ids: dict[str, str]) -> dict[str, Any]:
    return {"page_id": ids["page_to_fill_in"], "form_id": "sign-up"}


PAGE_CALLS: dict[tuple[str, str], Call] = {
    # pages and templates
    ("POST", "/v1/gen-page"): Call("editor", lambda ids: {"name": "New", "code_id": ids["shown"]}),
    ("POST", "/v1/update-page"): Call("editor", lambda ids: {**_page(ids), "name": "Changed"}),
    ("POST", "/v1/delete-page"): Call("editor", _page, takes_away=1),
    ("POST", "/v1/get-all-pages"): Call("viewer", _nothing),
    ("POST", "/v1/page-history"): Call("viewer", _page),
    ("GET", "/v1/themes"): Call("viewer"),
    ("POST", "/v1/preview-theme"): Call("viewer", _nothing),
    ("POST", "/v1/theme-samples"): Call("viewer", _nothing),
    ("POST", "/v1/suggest-themes"): Call(
        "editor", lambda ids: {"logo": f"/media/{ids['picture_key']}"}
    ),
    ("POST", "/v1/check-page"): Call("viewer", _page),
    ("POST", "/v1/page-weight"): Call("editor", _page),
    ("POST", "/v1/get-form-places"): Call("viewer", _page),
    ("POST", "/v1/page-preview"): Call("editor", _page),
    ("POST", "/v1/generate-initial-content"): Call("editor", lambda _: {"kind": "cafe"}),
    ("POST", "/v1/get-field-options"): Call("viewer", _nothing),
    ("POST", "/v1/submit-template"): Call("editor", lambda ids: {**_page(ids), "name": "Kept"}),
    ("POST", "/v1/delete-template"): Call(
        "editor", lambda ids: {"template_id": ids["template"]}, takes_away=1
    ),
    ("GET", "/v1/templates"): Call("viewer"),
    ("GET", "/v1/music-listing"): Call("viewer"),
    # visitors' calls about pages
    **{
        ("POST", path): Call("public", lambda ids: {**_shown(ids), "fields": ANSWERS})
        for path in ("/v1/append-submit", "/v0/submit_user_data")
    },
    ("POST", "/v1/get-page"): Call("public", _shown),
    ("POST", "/v1/return-page"): Call("public", _page),
    ("POST", "/v1/get-success-page"): Call(
        "public", lambda ids: {**_shown(ids), "submission_id": ids["submission"]}
    ),
    ("POST", "/v1/get-submit-data"): Call("viewer", _shown),
    ("POST", "/v1/list-forms"): Call("viewer", _nothing),
    ("POST", "/v1/get-form"): Call("viewer", _form),
    ("POST", "/v1/watch-form"): Call("editor", lambda ids: {**_form(ids), "by_mail": True}),
    ("POST", "/v1/count-unread-answers"): Call("viewer", _nothing),
    ("POST", "/v1/mark-submissions"): Call(
        "editor", lambda ids: {"submission_ids": [ids["submission"]], "is_read": True}
    ),
    ("POST", "/v1/delete-submission"): Call(
        "editor", lambda ids: {"submission_id": ids["submission"]}, takes_away=1
    ),
    ("GET", "/code/{code_id}/submit"): Call(
        "public", path=lambda ids: f"/code/{ids['to_fill_in']}/submit", gives=303
    ),
    ("GET", "/page/{page_id}/submit"): Call(
        "public", path=lambda ids: f"/page/{ids['page_to_fill_in']}/submit", gives=303
    ),
    ("POST", "/code/{code_id}/submit"): Call(
        "public",
        path=lambda ids: f"/code/{ids['to_fill_in']}/submit",
        good=lambda _: FILLED_IN,
        is_form=True,
        gives=303,
        says="submitted=",
        wrong=({**FILLED_IN, "email": "nobody"}, 422, "Please check the highlighted fields."),
    ),
    ("POST", "/page/{page_id}/submit"): Call(
        "public",
        path=lambda ids: f"/page/{ids['page_to_fill_in']}/submit",
        good=lambda _: FILLED_IN,
        is_form=True,
        gives=303,
        says="submitted=",
        wrong=({**FILLED_IN, "email": "nobody"}, 422, "Please check the highlighted fields."),
    ),
}
