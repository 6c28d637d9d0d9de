"""The colours of a game, derived from the organisation's theme: for the parts of a wheel, and for lights and foil."""

import colorsys
from functools import lru_cache

from api.rendering.visitor_pages.colors import BLACK, WHITE, ink_on, mixed, readable
from api.rendering.visitor_pages.theme import DEFAULT_THEME, Theme
from api.rendering.visitor_pages.tokens import Palette, accent_of, palettes, rules

_WARMER = 38 / 360
_DARK = 0.06
"""A brand colour below this lightness gets a lighter neighbour in place of a darker one."""


def game_colors(palette: Palette) -> tuple[str, ...]:
    """Return the colours of adjacent parts, alternately strong and pale."""
    brand = palette.brand
    deep = mixed(brand, WHITE, 0.3) if _lightness(brand) < _DARK + 0.1 else mixed(brand, BLACK, 0.4)
    warm = _turned(brand, _WARMER)
    return (
        brand,
        mixed(brand, WHITE, 0.86),
        deep,
        mixed(brand, WHITE, 0.58),
        warm,
        mixed(warm, WHITE, 0.8),
    )


def game_variables(palette: Palette) -> dict[str, str]:
    """Return the colours as CSS custom properties, named as in games.css. Ink has a contrast of at least 4.5 on its
    part.
    """
    colors, brand = game_colors(palette), palette.brand
    foil, light = mixed("#b4b9c2", brand, 0.2), mixed("#edeff3", brand, 0.08)
    rim = mixed(brand, BLACK, 0.55)
    parts = {f"--game-{index}": color for index, color in enumerate(colors)}
    inks = {f"--game-ink-{index}": ink_on((color,)) for index, color in enumerate(colors)}
    return {
        **parts,
        **inks,
        "--game-rim": rim,
        "--game-bulb": mixed("#fff1bf", brand, 0.06),
        "--game-star": readable("#f2b01e", (rim,), 3.0),
        "--game-foil": foil,
        "--game-foil-light": light,
        "--game-foil-ink": readable("#3a414e", (foil, light)),
    }


@lru_cache(maxsize=512)
def game_css(theme: Theme | None, brand_color: str, own_color: str = "") -> str:
    """Return the CSS rules of a page with a game. `own_color` replaces the theme's accent."""
    theme = theme or DEFAULT_THEME
    light, dark = palettes(theme, own_color.lower() or accent_of(theme, brand_color))
    css = rules(":root", game_variables(light))
    if light is not dark:
        css += "@media (prefers-color-scheme:dark){" + rules(":root", game_variables(dark)) + "}"
    return css


def _rgb(color: str) -> tuple[float, float, float]:
    return int(color[1:3], 16) / 255, int(color[3:5], 16) / 255, int(color[5:7], 16) / 255


def _lightness(color: str) -> float:
    return colorsys.rgb_to_hls(*_rgb(color))[1]


def _turned(color: str, by: float) -> str:
    """Return a colour with a shifted hue and the same lightness and saturation."""
    hue, lightness, strength = colorsys.rgb_to_hls(*_rgb(color))
    red, green, blue = colorsys.hls_to_rgb((hue - by) % 1, lightness, strength)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"
