"""The initial layout of new slips of each kind."""

from typing import Any

from api.domains.content.slips.elements import SlipKind

SIZES = {
    SlipKind.COUPON: (140.0, 65.0),
    SlipKind.TICKET: (150.0, 55.0),
    SlipKind.TABLE_TENT: (100.0, 150.0),
    SlipKind.RECEIPT_INSERT: (72.0, 110.0),
}
_ACCENT = "#1f4fa3"
_MUTED = "#4b5568"


def starter(kind: SlipKind, organization: str) -> list[dict[str, Any]]:
    """Return the elements of a new slip."""
    return _STARTERS[kind](organization[:60])


def _text(
    ident: str, x: float, y: float, width: float, height: float, text: str, **look: Any
) -> dict[str, Any]:
    box = {"id": ident, "type": "text", "x": x, "y": y, "width": width, "height": height}
    style = {"font": "sans", "size": 12, "weight": 400, "align": "left", "color": "#000000"}
    return {**box, "rotation": 0, "text": text, **style, **look}


def _code(ident: str, x: float, y: float, side: float, rotation: int = 0) -> dict[str, Any]:
    box = {"x": x, "y": y, "width": side, "height": side, "rotation": rotation}
    return {"id": ident, "type": "code", **box}


def _line(ident: str, x: float, y: float, width: float, height: float) -> dict[str, Any]:
    box = {"x": x, "y": y, "width": width, "height": height, "rotation": 0}
    return {
        "id": ident,
        "type": "line",
        **box,
        "color": "#9aa3b2",
        "thickness": 0.3,
        "dashed": True,
    }


def _band(ident: str, x: float, y: float, width: float, height: float) -> dict[str, Any]:
    box = {"x": x, "y": y, "width": width, "height": height, "rotation": 0}
    look = {"fill": _ACCENT, "stroke": None, "thickness": 0.3, "radius": 0}
    return {"id": ident, "type": "rectangle", **box, **look}


def _coupon(name: str) -> list[dict[str, Any]]:
    return [
        _band("band", 0, 0, 4, 65),
        _text("name", 10, 7, 76, 7, name, size=11, color=_MUTED),
        _text(
            "offer",
            10,
            17,
            76,
            26,
            "10% off\nyour next visit",
            font="serif",
            size=25,
            weight=700,
            color=_ACCENT,
        ),
        _text("small", 10, 51, 76, 8, "Scan the code and show it when you pay.", size=9),
        _line("tear", 92, 4, 0.5, 57),
        _code("code", 99, 14, 34),
        _text("number", 97, 50, 38, 5, "{code}", size=8, align="center", color=_MUTED),
    ]


def _ticket(name: str) -> list[dict[str, Any]]:
    return [
        _band("band", 0, 0, 150, 10),
        _text("name", 8, 2.4, 96, 6, name, size=11, weight=700, color="#ffffff"),
        _text("event", 8, 15, 96, 14, "Name of the event", font="serif", size=24, weight=700),
        _text("when", 8, 30, 96, 6, "Saturday, 8 pm", size=12),
        _text("where", 8, 38, 96, 6, "Where it takes place", size=11, color=_MUTED),
        _text("number", 8, 46, 96, 5, "No. {number}  ·  {code}", size=8, color=_MUTED),
        _line("tear", 108, 12, 0.5, 41),
        _code("code", 112.5, 15, 33),
    ]


def _tent_face(side: str, top: float, rotation: int, name: str) -> list[dict[str, Any]]:
    def lies(y: float, height: float) -> float:
        return top + (75 - y - height if rotation else y)

    def text(part: str, y: float, height: float, content: str, **look: Any) -> dict[str, Any]:
        return _text(
            f"{side}_{part}", 8, lies(y, height), 84, height, content,
            rotation=rotation, align="center", **look,
        )  # fmt: skip

    return [
        text("name", 5, 6, name, size=10, color=_MUTED),
        text("call", 12, 11, "See our menu", font="serif", size=22, weight=700, color=_ACCENT),
        _code(f"{side}_code", 32, lies(25, 36), 36, rotation),
        text("how", 64, 6, "Point your camera at the code", size=10),
    ]


def _table_tent(name: str) -> list[dict[str, Any]]:
    return [
        *_tent_face("back", 0, 180, name),
        _line("fold", 0, 74.75, 100, 0.5),
        *_tent_face("front", 75, 0, name),
    ]


def _receipt_insert(name: str) -> list[dict[str, Any]]:
    centred = {"align": "center"}
    return [
        _text("name", 6, 8, 60, 7, name, size=11, color=_MUTED, **centred),
        _text(
            "thanks",
            6,
            18,
            60,
            12,
            "Thank you!",
            font="serif",
            size=24,
            weight=700,
            color=_ACCENT,
            **centred,
        ),
        _text("ask", 6, 32, 60, 12, "Tell us how it was and get a treat next time.", **centred),
        _code("code", 16, 48, 40),
        _text("number", 6, 92, 60, 5, "{code}", size=9, color=_MUTED, **centred),
    ]


_STARTERS = {
    SlipKind.COUPON: _coupon,
    SlipKind.TICKET: _ticket,
    SlipKind.TABLE_TENT: _table_tent,
    SlipKind.RECEIPT_INSERT: _receipt_insert,
}
