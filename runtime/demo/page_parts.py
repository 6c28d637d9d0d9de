"""Helpers that build the blocks of the demonstration's pages."""

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
"""Every form begins with this block."""


@dataclass(frozen=True, slots=True)
class DemoPage:
    """A published page, either of one of the organisation's codes or under its own name."""

    name: str
    title: str
    description: str
    content: tuple[Block, ...]
    scene: str = ""
    """Picture shown on its cover instead of the organisation's."""
    code: str = ""
    vanity_name: str = ""

    def blocks(self, theme: dict[str, Any], marked: str) -> dict[str, Any]:
        """Return the page as data. Each block has an ID, and the last one states that everything is made up."""
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
    """Return a heading."""
    align = "center" if level == 1 else "left"
    return {"type": "Heading", "props": {"text": text, "level": level, "align": align}}


def text(html: str, align: str = "left") -> Block:
    """Return rich text."""
    return {"type": "Text", "props": {"html": html, "align": align}}


def button(label: str, href: str, **more: Any) -> Block:
    """Return a button."""
    return {"type": "Button", "props": {"label": label, "href": href, "block_width": True, **more}}


def row(label: str, href: str, note: str, *, icon: str | None = None, scene: str = "") -> Block:
    """Return a link with a thumbnail or an icon, and a second line."""
    shown = f"{ART}{scene}.svg" if scene else None
    return button(label, href, style="row", note=note, icon=icon, picture_url=shown)


def featured(label: str, href: str, note: str, scene: str) -> Block:
    """Return a link with a large picture."""
    return button(label, href, style="featured", note=note, picture_url=f"{ART}{scene}.svg")


def form(form_id: str, title: str, fields: tuple[Block, ...], label: str, thanks: str) -> Block:
    """Return a form. The last two texts are the label of its button and the thank-you message."""
    props = {
        "form_id": form_id,
        "title": title,
        "fields": [_SCREEN, *fields],
        "submit_label": label,
    }
    return {"type": "Form", "props": {**props, "success_text": thanks}}


def field(name: str, label: str, kind: str = "text", *options: str, required: bool = True) -> Block:
    """Return a question of a form."""
    found = {"name": name, "input_display_name": label, "required": required, "input_type": kind}
    return {**found, "options": list(options)} if options else found


def place(label: str, address: str, latitude: float, longitude: float) -> Block:
    """Return a location on a map."""
    where = {"latitude": latitude, "longitude": longitude}
    return {"type": "Map", "props": {"label": label, "address": address, **where}}


def coupon(title: str, code: str, terms: str, *, reveal: bool) -> Block:
    """Return a code to show or copy."""
    return {
        "type": "Coupon",
        "props": {"title": title, "code": code, "terms": terms, "reveal": reveal},
    }


def wifi(ssid: str, password: str) -> Block:
    """Return a Wi-Fi network to join."""
    return {"type": "Wifi", "props": {"ssid": ssid, "password": password}}


def notifications(title: str, agreed_to: str, button: str) -> Block:
    """Return a block that asks for permission to send browser notifications."""
    props = {"title": title, "text": agreed_to, "button_label": button}
    return {"type": "Notifications", "props": props}


def product(name: str, description: str, cents: int, currency: str) -> Block:
    """Return a product with a price."""
    props = {"name": name, "description": description, "price_cents": cents, "currency": currency}
    return {"type": "Product", "props": props}


def social(*links: tuple[str, str]) -> Block:
    """Return round links to social networks."""
    listed = [{"network": network, "url": url} for network, url in links]
    return {"type": "Social", "props": {"links": listed}}


def vote(poll_id: str, question: str, **choices: str) -> Block:
    """Return a poll. `choices` maps the IDs of the choices to their labels."""
    listed = [{"id": name, "label": label} for name, label in choices.items()]
    props = {"poll_id": poll_id, "question": question, "choices": listed}
    return {"type": "Vote", "props": {**props, "changeable": True, "show_results": "after"}}


NAME = field("first_name", "First name")
EMAIL = field("email", "Email")
NAME_IF_LIKED = field("first_name", "Your name", required=False)
