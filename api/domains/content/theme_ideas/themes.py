"""Themes made from a few colours: a light one, a strong one and a dark one, each readable."""

from collections.abc import Sequence

from api.rendering.visitor_pages.colors import WHITE, contrast, mixed, readable
from api.rendering.visitor_pages.theme import Font, Theme

_NIGHT = "#0d1016"
_SEEN = 3.0
"""Minimum contrast between a button and its background (WCAG 1.4.11)."""


def themes_of(colors: Sequence[str], fonts: Sequence[Font] = ()) -> list[tuple[str, Theme]]:
    """Return three themes with their labels. `colors` has at least one entry, strongest first."""
    main = colors[0]
    second = colors[1] if len(colors) > 1 else mixed(main, WHITE, 0.35)
    heading = fonts[0] if fonts else None
    body = (fonts[1] if len(fonts) > 1 else fonts[0]) if fonts else None
    light = mixed(WHITE, main, 0.06)
    ground = _strong(main)
    night = mixed(_NIGHT, main, 0.16)
    return [
        (
            "Light",
            Theme(
                name="",
                heading_font=heading or Font.MANROPE,
                body_font=body or Font.INTER,
                accent=readable(main, (light, WHITE), _SEEN),
                background="gradient",
                color=light,
                color_to=mixed(WHITE, second, 0.2),
                buttons="pill",
                cards="raised",
            ),
        ),
        (
            "Strong",
            Theme(
                name="",
                heading_font=heading or Font.BRICOLAGE_GROTESQUE,
                body_font=body or Font.DM_SANS,
                accent=_on(second, ground),
                background="color",
                color=ground,
                buttons="soft",
                cards="raised",
                dark="light",
            ),
        ),
        (
            "Dark",
            Theme(
                name="",
                heading_font=heading or Font.FRAUNCES,
                body_font=body or Font.INTER,
                accent=readable(main, (night,), _SEEN),
                background="gradient",
                color=night,
                color_to=mixed(night, second, 0.22),
                buttons="square",
                cards="outlined",
                dark="dark",
            ),
        ),
    ]


def _strong(color: str) -> str:
    """Return the colour as a background on which black or white is clearly readable."""
    best = max((contrast(color, WHITE), contrast(color, "#000000")))
    return color if best >= 7 else mixed(color, "#000000", 0.35)


def _on(color: str, ground: str) -> str:
    """Return a button colour that stands out from its background: white or black if the given one is too similar."""
    return readable(color, (ground,), _SEEN)
