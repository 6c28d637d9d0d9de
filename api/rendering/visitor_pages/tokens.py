"""Turns a theme into CSS variables: computed here once, for pages, gates, notices, walls, notes, terms and polls alike.
Text reaches a contrast of 4.5 on every background, whichever colours were chosen.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from api.rendering.visitor_pages.colors import (
    BLACK,
    TEXT,
    WHITE,
    between,
    contrast,
    ink_on,
    mixed,
    readable,
    readable_ground,
)
from api.rendering.visitor_pages.theme import DEFAULT_THEME, Font, Theme

FONT_URL = "/visitor/assets/fonts/"
DEFAULT_ACCENT = "#1f4fa3"
INK = 4.9
"""Minimum contrast of black or white on every background, so that inks close to them still satisfy WCAG."""
BELOW_PICTURE = 9.0
"""Contrast of the veil over a picture on its own. The higher it is, the more of the picture shows through."""
EDGE = 3.0
"""Minimum contrast of the borders of fields (WCAG 1.4.11)."""
_NIGHT, _DAY = "#10131a", "#f6f7fa"
_DARK_INK = "#14171d"

_RADIUS = {"pill": "999px", "soft": "0.875rem", "square": "0"}
_FIELD = {"pill": "1.25rem", "soft": "0.75rem", "square": "0"}
_PICTURE = {"pill": "1.5rem", "soft": "1rem", "square": "0"}
_CARD = {
    "raised": "0 1px 2px rgb(0 0 0 / 5%), 0 18px 44px -22px rgb(0 0 0 / 32%)",
    "outlined": "none",
    "flat": "none",
    "bold": "0.3125rem 0.3125rem 0 var(--ink)",
}

_BORDER = {
    "raised": "1px solid var(--line)",
    "outlined": "1.5px solid color-mix(in srgb, var(--ink) 30%, var(--card))",
    "flat": "1px solid transparent",
    "bold": "2px solid var(--ink)",
}


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one variant, light or dark."""

    scheme: str
    ground: str
    ground_to: str
    veil: float
    """How much of a background picture the ground colour covers, from 0 to 1. It is 1 without a picture."""
    card: str
    tint: str
    """The colour of highlighted parts of a card, such as its buttons for a code."""
    ink: str
    soft: str
    line: str
    edge: str
    brand: str
    on_brand: str
    link: str
    alarm: str

    @property
    def grounds(self) -> tuple[str, ...]:
        """All backgrounds of text: every shade of the page's background, and those of cards."""
        return *_under(self.ground, self.ground_to, self.veil), self.card, self.tint

    @property
    def variables(self) -> dict[str, str]:
        """The colours as CSS custom properties, named as in the style sheets."""
        return {
            "--ground": self.ground,
            "--ground-to": self.ground_to,
            "--card": self.card,
            "--tint": self.tint,
            "--ink": self.ink,
            "--soft": self.soft,
            "--line": self.line,
            "--edge": self.edge,
            "--brand": self.brand,
            "--on-brand": self.on_brand,
            "--link": self.link,
            "--alarm": self.alarm,
            "--veil": f"{round(self.veil * 100)}%",
        }


@dataclass(frozen=True, slots=True)
class Look:
    """The contributions of a theme to the head of a page."""

    css: str
    fonts: tuple[str, ...]
    """Addresses of the font files that every page with this theme needs."""
    cover: str
    logo: str = ""
    """Replaces the organisation's logo."""


PLAIN = Look(f":root{{--brand:{DEFAULT_ACCENT};--on-brand:{WHITE}}}", (), "")
"""The look of pages that belong to no organisation: the defaults of the style sheet, without fonts to wait for."""


def _under(ground: str, to: str, veil: float) -> tuple[str, ...]:
    """Return the shades behind text: those of a gradient, or a picture's lightest and darkest under its veil."""
    if veil >= 1:
        return between(ground, to)
    return mixed(WHITE, ground, veil), mixed(BLACK, ground, veil)


def palettes(theme: Theme, accent: str) -> tuple[Palette, Palette]:
    """Return the light and the dark variant, which are the same if the theme always uses one of them."""
    chosen = _palette(theme, theme.color, _end_of(theme, accent), accent)
    if theme.dark == "light":
        return chosen, chosen
    dark = chosen
    if chosen.scheme == "light":
        night = mixed(_NIGHT, theme.color, 0.05)
        dark = _palette(theme, night, mixed(night, accent, 0.14), accent)
    return (dark, dark) if theme.dark == "dark" else (chosen, dark)


def _end_of(theme: Theme, accent: str) -> str:
    if theme.background != "gradient":
        return theme.color
    return theme.color_to or mixed(theme.color, accent, 0.14)


def _palette(theme: Theme, ground: str, ground_to: str, accent: str) -> Palette:
    has_picture = theme.background == "picture" and theme.picture is not None
    pole = ink_on(between(ground, ground_to))
    is_dark = pole == WHITE
    # Colours on which no ink is readable are moved towards the paper, and the ends of a gradient
    # towards each other.
    ground = readable_ground(ground, pole, BELOW_PICTURE if has_picture else INK)
    ground_to = readable_ground(ground_to, pole, INK)
    while min(contrast(pole, it) for it in between(ground, ground_to)) < INK - 0.1:
        ground_to = (
            ground if ground == mixed(ground_to, ground, 0.25) else mixed(ground_to, ground, 0.25)
        )
    veil = _veil(ground, pole) if has_picture else 1.0
    card = mixed(ground, WHITE, 0.07 if is_dark else 0.88)
    if theme.cards == "flat":
        card = mixed(ground, WHITE if is_dark else accent, 0.08)
    card = readable_ground(card, pole, INK)
    grounds = (*_under(ground, ground_to, veil), card)
    brand = readable(accent, (ground, card), EDGE) if is_dark else accent
    tint = readable_ground(mixed(card, brand, 0.12), pole, INK)
    grounds = (*grounds, tint)
    ink = readable(mixed(WHITE, ground, 0.04) if is_dark else _DARK_INK, grounds, TEXT + 2)
    return Palette(
        scheme="dark" if is_dark else "light",
        ground=ground,
        ground_to=ground_to,
        veil=veil,
        card=card,
        tint=tint,
        ink=ink,
        soft=readable(mixed(ink, ground, 0.32), grounds, TEXT + 0.1),
        line=mixed(card, ink, 0.16 if is_dark else 0.12),
        edge=readable(mixed(card, ink, 0.4), (card, ground), EDGE),
        brand=brand,
        on_brand=ink_on((brand,)),
        link=readable(accent, grounds),
        alarm=readable("#ffb4ab" if is_dark else "#b3261e", grounds),
    )


def _veil(ground: str, pole: str) -> float:
    """Return how much a ground must cover of any picture, so that ink on it is readable."""
    worst = BLACK if pole == BLACK else WHITE
    percents = (
        it for it in range(40, 100) if contrast(pole, mixed(worst, ground, it / 100)) >= INK
    )
    return next(percents, 100) / 100


@cache
def font_table() -> Mapping[str, Any]:
    """Return the table of fonts that `python -m tests.support.visitor_fonts` wrote."""
    table: dict[str, Any] = json.loads((Path(__file__).parent / "fonts.json").read_text())
    return table


@cache
def font_faces(font: Font, *, for_headings: bool) -> tuple[str, str, str]:
    """Return the CSS rules that load a font, the value of `font-family`, and its file for Latin characters."""
    known = font_table()[font.value]
    family = f"{font.value}-head" if for_headings else font.value
    files = {**known["files"], **({"latin": known["heading"]} if for_headings else {})}
    rules = [
        f'@font-face{{font-family:"{family}";font-display:swap;font-weight:400 {900 if for_headings else 700};'
        f'src:url({FONT_URL}{file["file"]}) format("woff2");'
        f"unicode-range:{file['range'].replace(', ', ',')}}}"
        for file in files.values()
    ]
    local = ",".join(f'local("{name}")' for name in known["local"])
    rules.append(
        f'@font-face{{font-family:"{family}-room";src:{local};size-adjust:{known["size_adjust"]}%;'
        f"ascent-override:{known['ascent']}%;descent-override:{known['descent']}%;"
        f"line-gap-override:{known['line_gap']}%}}"
    )
    value = f'"{family}","{family}-room",system-ui,{known["generic"]}'
    return "".join(rules), value, FONT_URL + files["latin"]["file"]


def _shapes(theme: Theme) -> dict[str, str]:
    is_bold = theme.cards == "bold"
    square = theme.buttons == "square"
    return {
        "--button-radius": _RADIUS[theme.buttons],
        "--field-radius": _FIELD[theme.buttons],
        "--picture-radius": _PICTURE[theme.buttons],
        "--card-radius": "0" if square else "1.5rem" if theme.buttons == "pill" else "1.25rem",
        "--card-shadow": _CARD[theme.cards],
        "--card-border": _BORDER[theme.cards],
        "--button-border": "2px solid var(--ink)" if is_bold else "2px solid transparent",
        "--button-shadow": "0.1875rem 0.1875rem 0 var(--ink)" if is_bold else "none",
    }


def _background(theme: Theme) -> str:
    if theme.background == "picture" and theme.picture:
        veil = "color-mix(in srgb, var(--ground) var(--veil), transparent)"
        return f'linear-gradient({veil},{veil}),url("{theme.picture}") center/cover no-repeat var(--ground)'
    if theme.background == "gradient":
        return "linear-gradient(168deg,var(--ground),var(--ground-to))"
    return "var(--ground)"


def accent_of(theme: Theme, brand_color: str) -> str:
    """Return the theme's own accent, else the colour of the brand."""
    return (theme.accent or brand_color or DEFAULT_ACCENT).lower()


def rules(selector: str, variables: Mapping[str, str]) -> str:
    """Return one rule of a style sheet."""
    return selector + "{" + ";".join(f"{name}:{value}" for name, value in variables.items()) + "}"


@lru_cache(maxsize=512)
def look_of(theme: Theme | None, brand_color: str, page_color: str = "") -> Look:
    """Return the look of a page. `page_color` is the page's own background colour."""
    theme = theme or DEFAULT_THEME
    if page_color:
        theme = theme.model_copy(update={"background": "color", "color": page_color.lower()})
    light, dark = palettes(theme, accent_of(theme, brand_color))
    body_rules, body, body_file = font_faces(theme.body_font, for_headings=False)
    faces, display, files = body_rules, body, [body_file]
    if theme.heading_font is not theme.body_font:
        head_rules, display, head_file = font_faces(theme.heading_font, for_headings=True)
        faces, files = faces + head_rules, [head_file, body_file]
    fixed = {
        "color-scheme": light.scheme if light is dark else "light dark",
        "--wp-display": display,
        "--wp-body": body,
        "--display-scale": "1.25" if theme.heading_font is Font.CAVEAT else "1",
        "--background": _background(theme),
        **_shapes(theme),
    }
    css = faces + rules(":root", {**fixed, **light.variables})
    if light is not dark:
        css += "@media (prefers-color-scheme:dark){" + rules(":root", dark.variables) + "}"
    return Look(css, tuple(files), theme.cover or "", theme.logo or "")
