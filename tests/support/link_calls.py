"""How to call what belongs to links: their names and their campaign values."""

from tests.support.call import Call

LINK_CALLS: dict[tuple[str, str], Call] = {
    ("POST", "/v1/list-utm-templates"): Call("viewer", lambda _: {}),
    ("POST", "/v1/save-utm-template"): Call(
        "editor",
        lambda ids: {"template_id": ids["utm"], "name": "Spring", "utm": {"source": "poster"}},
    ),
    ("POST", "/v1/delete-utm-template"): Call("editor", lambda ids: {"template_id": ids["utm"]}),
    ("POST", "/v1/list-code-slugs"): Call("viewer", lambda ids: {"code_id": ids["code"]}),
    ("POST", "/v1/set-code-slug"): Call(
        "editor", lambda ids: {"code_id": ids["code"], "slug": f"to-{ids['slug']}"}
    ),
}
