"""Pages for tests, and a renderer that needs no Node: the real rendering has separate tests."""

from html import escape
from typing import Any

from starlette.testclient import TestClient

from api.domains.content.pages.rendering import Rendered
from api.domains.content.pages.state import PagesState
from tests.support.app_state import change_state


class PlainRenderer:
    """Renders the texts of a page, its forms and its welcome, with the same slots as the real one."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.version = "plain"

    def render(self, request: dict[str, Any]) -> Rendered:
        """Render a page."""
        self.requests.append(request)
        language = request["language"]
        texts = request["data"]["root"]["props"].get("translations", {}).get(language, {})
        parts = [_draw(block, texts) for block in request["data"]["content"]]
        html = f'<main class="wp-page" lang="{escape(language)}">{"".join(parts)}</main>'
        return Rendered(html, "", True)


def _draw(block: dict[str, Any], texts: dict[str, str]) -> str:
    html, props = _drawn(block, texts), block["props"]
    is_for_some = any(name.startswith(("for_", "shown_")) for name in props)
    return mark("shown", props["id"], html) if is_for_some else html


def _drawn(block: dict[str, Any], texts: dict[str, str]) -> str:
    props = block["props"]

    def overrides(name: str) -> str:
        return texts.get(f"{props['id']}.{name}", str(props.get(name, "")))

    if block["type"] == "Heading":
        return f"<h1>{escape(overrides('text'))}</h1>"
    if block["type"] == "Text":
        return f"<div>{overrides('html')}</div>"
    if block["type"] == "Welcome":
        html = overrides("html").replace("{first_name}", "%%first_name%%")
        return f"<!--wp:welcome:{props['id']}--><div>{html}</div><!--/wp:welcome:{props['id']}-->"
    if block["type"] == "Wall":
        return f"<!--wp:wall:{props['wall_id']}.{props.get('count', 12)}-->"
    if block["type"] == "Form":
        choices = "".join(
            _choice(f"{props['form_id']}.{field['name']}.{index}", field["name"], option)
            for field in props["fields"]
            for index, option in enumerate(field.get("options") or ())
            if option in (field.get("capacities") or {})
        )
        inputs = choices + "".join(
            f'<input id="{props["id"]}-{field["name"]}" name="{field["name"]}" type="text"'
            f' aria-describedby="{props["id"]}-{field["name"]}-error"/>'
            f'<p class="wp-error" id="{props["id"]}-{field["name"]}-error" hidden=""></p>'
            for field in [*props["fields"], *_codes(props["fields"])]
            if field["input_type"] != "page_divider"
        )
        form = (
            f'<form id="form-{props["form_id"]}" method="post" action="/code/%%code_id%%/submit">'
            f'<input type="hidden" name="submission_key" value="%%submission_key%%"/>'
            f"{inputs}</form>"
        )
        closed = f"<p>{escape(overrides('closed_text') or 'Closed')}</p>"
        return mark("open", props["form_id"], form) + mark("closed", props["form_id"], closed)
    return ""


def _codes(fields: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the field for the passcode of the phone that must be verified, if there is one."""
    return [field("phone_code") for asked in fields if asked.get("confirm")]


def _choice(place: str, name: str, option: str) -> str:
    return (
        f'<label><input type="radio" name="{name}" value="{escape(option)}" data-place="{place}"/>'
        f"{escape(option)}{mark('full', place, ' Full')}</label>"
    )


def mark(kind: str, name: str, html: str) -> str:
    """Return HTML that the server shows or removes."""
    return f"<!--wp:{kind}:{name}-->{html}<!--/wp:{kind}:{name}-->"


def field(name: str, input_type: str = "text", **more: Any) -> dict[str, Any]:
    """Return a field of a form."""
    return {"name": name, "input_display_name": name.title(), "input_type": input_type, **more}


PAGE_DIVIDER = field("page_divider", "page_divider", deletable=False)
"""The first field of every form."""


def form_block(*fields: dict[str, Any], **props: Any) -> dict[str, Any]:
    """Return a form as a block: its page divider, then these fields."""
    asked = fields or (
        field("first_name", required=True),
        field("email", "email", required=True),
        field("phone", "phone"),
    )
    return {
        "type": "Form",
        "props": {
            "id": "form-1",
            "form_id": "sign-up",
            "title": "Join",
            "fields": [PAGE_DIVIDER, *asked],
            "success_text": "Thank you!",
            **props,
        },
    }


def heading(text: str, block_id: str = "heading-1") -> dict[str, Any]:
    """Return a heading as a block."""
    return {"type": "Heading", "props": {"id": block_id, "text": text, "level": 1}}


def page_data(*content: dict[str, Any], **root: Any) -> dict[str, Any]:
    """Return page data with these blocks."""
    return {"root": {"props": {"title": "Summer", **root}}, "content": list(content)}


class PageMaker:
    """Creates pages through the API, with a renderer that needs no Node."""

    def __init__(self, client: TestClient, headers: dict[str, str]) -> None:
        self.client = client
        self.headers = headers
        self.renderer = PlainRenderer()
        change_state(client.app, PagesState, renderer=self.renderer)

    def call(self, path: str, body: dict[str, Any], status: int = 200) -> dict[str, Any]:
        """Make a call as the owner."""
        answer = self.client.post(path, headers=self.headers, json=body)
        assert answer.status_code == status, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def code(self, kind: str = "page", **more: Any) -> str:
        """Create a code and return its ID."""
        made = self.call("/v1/qr/create-code", {"name": "Poster", "type": kind, **more})
        return str(made["code_id"])

    def page(self, *content: dict[str, Any], code_id: str | None = None, **root: Any) -> str:
        """Create a page and return its ID."""
        body: dict[str, Any] = {"name": "Landing", "blocks": page_data(*content, **root)}
        if code_id is not None:
            body["code_id"] = code_id
        return str(self.call("/v1/gen-page", body)["page_id"])

    def publish(self, page_id: str) -> dict[str, Any]:
        """Publish a page."""
        return self.call("/v1/update-page", {"page_id": page_id, "action": "publish"})

    def published(
        self, *content: dict[str, Any], kind: str = "page", **root: Any
    ) -> tuple[str, str]:
        """Publish a page of a new code; return the ids of code and page."""
        code_id = self.code(kind)
        page_id = self.page(*(content or (form_block(),)), code_id=code_id, **root)
        self.publish(page_id)
        return code_id, page_id
