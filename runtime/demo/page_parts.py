"""Blocks of the demonstration's pages, shortly written."""

from dataclasses import dataclass
from typing import Any

Block = dict[str, Any]
ART = "/visitor/assets/art/"


_SCREEN: Block = {
    "name": "page_divider",
    "input_display_name": "",
    "required": False,
    "input_type": "page_divider",
    "deletable": False,
}
"""Every form begins with one."""


@dataclass(frozen=True, slots=True)
class DemoPage:
    """A published page: of a code of the organisation, or under a name of its own."""

    name: str
    title: str
    description: str
    content: tuple[Block, ...]
    scene: str = ""
    """Drawn on its cover in place of the organisation's."""
    code: str = ""
    vanity_name: str = ""

    def blocks(self, theme: dict[str, Any], marked: str) -> dict[str, Any]:
        """The page as data, each block with an id, and at the end that all of it is made up."""
        ending = text(f"<p><em>{marked}</em></p>", "center")
        props: dict[str, Any] = {
            "title": self.title,
            "description": self.description,
            "language": "en",
        }
        if self.scene:
            props |= {"theme": {**theme, "cover": f"{ART}{self.scene}.svg"}}
        numbered = enumerate((*self.content, ending), 1)
        return {
            "root": {"props": {**props, "width": "narrow"}},
            "content": [
                {"type": it["type"], "props": {"id": f"block-{number}", **it["props"]}}
                for number, it in numbered
            ],
        }


def heading(text: str, level: int = 1) -> Block:
    """A headline."""
    align = "center" if level == 1 else "left"
    return {"type": "Heading", "props": {"text": text, "level": level, "align": align}}


def text(html: str, align: str = "left") -> Block:
    """Rich text."""
    return {"type": "Text", "props": {"html": html, "align": align}}


def button(label: str, href: str, **more: Any) -> Block:
    """A button."""
    return {"type": "Button", "props": {"label": label, "href": href, "block_width": True, **more}}


def row(label: str, href: str, note: str, *, icon: str | None = None, scene: str = "") -> Block:
    """A link with a thumbnail or an icon, and a second line."""
    shown = f"{ART}{scene}.svg" if scene else None
    return button(label, href, style="row", note=note, icon=icon, picture_url=shown)


def featured(label: str, href: str, note: str, scene: str) -> Block:
    """A link with a large picture."""
    return button(label, href, style="featured", note=note, picture_url=f"{ART}{scene}.svg")


def form(form_id: str, title: str, fields: tuple[Block, ...], label: str, thanks: str) -> Block:
    """A form; its last texts are the label of its button and the thank-you."""
    props = {
        "form_id": form_id,
        "title": title,
        "fields": [_SCREEN, *fields],
        "submit_label": label,
    }
    return {"type": "Form", "props": {**props, "success_text": thanks}}


def field(name: str, label: str, kind: str = "text", *options: str, required: bool = True) -> Block:
    """A question of a form."""
    found = {"name": name, "input_display_name": label, "required": required, "input_type": kind}
    return {**found, "options": list(options)} if options else found


def place(label: str, address: str, latitude: float, longitude: float) -> Block:
    """Where it is, on a map."""
    where = {"latitude": latitude, "longitude": longitude}
    return {"type": "Map", "props": {"label": label, "address": address, **where}}


def coupon(title: str, code: str, terms: str, *, reveal: bool) -> Block:
    """A code to show or copy."""
    return {
        "type": "Coupon",
        "props": {"title": title, "code": code, "terms": terms, "reveal": reveal},
    }


def wifi(ssid: str, password: str) -> Block:
    """A network to join."""
    return {"type": "Wifi", "props": {"ssid": ssid, "password": password}}


def notifications(title: str, agreed_to: str, button: str) -> Block:
    """Asks whether the browser may notify its visitor."""
    props = {"title": title, "text": agreed_to, "button_label": button}
    return {"type": "Notifications", "props": props}


def product(name: str, description: str, cents: int, currency: str) -> Block:
    """Something with a price."""
    props = {"name": name, "description": description, "price_cents": cents, "currency": currency}
    return {"type": "Product", "props": props}


def social(*links: tuple[str, str]) -> Block:
    """Round links to networks."""
    listed = [{"network": network, "url": url} for network, url in links]
    return {"type": "Social", "props": {"links": listed}}


def vote(poll_id: str, question: str, **choices: str) -> Block:
    """A poll; `choices` are labels by their ids."""
    listed = [{"id": name, "label": label} for name, label in choices.items()]
    props = {"poll_id": poll_id, "question": question, "choices": listed}
    return {"type": "Vote", "props": {**props, "changeable": True, "show_results": "after"}}


NAME = field("first_name", "First name")
EMAIL = field("email", "Email")
NAME_IF_LIKED = field("first_name", "Your name", required=False)
