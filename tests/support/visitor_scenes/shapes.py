"""The elements of scenes: SVG shapes on a canvas of 1280 by 720."""

from collections.abc import Callable
from random import Random

W, H = 1280, 720

Scene = Callable[[], str]
SCENES: dict[str, Scene] = {}


def scene(draw: Scene) -> Scene:
    """Register a scene under its function's name."""
    SCENES[draw.__name__] = draw
    return draw


def svg(name: str) -> str:
    """Return the whole file of a scene."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {W} {H}" width="{W}" height="{H}">'
        f"{SCENES[name]()}</svg>\n"
    )


def sky(top: str, bottom: str, name: str = "s") -> str:
    """Return a background that fills the picture with a gradient from top to bottom."""
    return (
        f'<linearGradient id="{name}" x2="0" y2="1"><stop stop-color="{top}"/><stop offset="1" '
        f'stop-color="{bottom}"/></linearGradient><rect width="{W}" height="{H}" fill="url(#{name})"/>'
    )


def path(d: str, fill: str, more: str = "") -> str:
    return f'<path d="{d}" fill="{fill}"{" " + more if more else ""}/>'


def line(d: str, color: str, width: float, more: str = "") -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{color}" stroke-width="{width:g}" '
        f'stroke-linecap="round" stroke-linejoin="round"{" " + more if more else ""}/>'
    )


def rect(x: float, y: float, w: float, h: float, fill: str, r: float = 0, more: str = "") -> str:
    round_ = f' rx="{r:g}"' if r else ""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"{round_} fill="{fill}"'
        f"{' ' + more if more else ''}/>"
    )


def circle(x: float, y: float, r: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{" " + more if more else ""}/>'


def oval(x: float, y: float, rx: float, ry: float, fill: str, more: str = "") -> str:
    return (
        f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="{fill}"'
        f"{' ' + more if more else ''}/>"
    )


def at(x: float, y: float, inner: str, more: str = "") -> str:
    """Return a shape moved to a position, optionally rotated or scaled there."""
    return f'<g transform="translate({x:g} {y:g}){" " + more if more else ""}">{inner}</g>'


def confetti(random: Random, colors: list[str], many: int, top: int = 0, bottom: int = H) -> str:
    parts = []
    for _ in range(many):
        x, y = random.randint(20, W - 20), random.randint(top, bottom)
        angle, color = random.randint(0, 90), random.choice(colors)
        parts.append(
            f'<rect x="{x}" y="{y}" width="{random.choice((10, 14))}" height="{random.choice((10, 22))}" '
            f'rx="3" fill="{color}" transform="rotate({angle} {x} {y})"/>'
        )
    return "".join(parts)


def leaf(x: float, y: float, angle: float, size: float, fill: str) -> str:
    return (
        f'<path d="M0 0C{0.5 * size:g} {-0.35 * size:g} {0.9 * size:g} {-0.3 * size:g} {size:g} 0'
        f'C{0.9 * size:g} {0.3 * size:g} {0.5 * size:g} {0.35 * size:g} 0 0Z" fill="{fill}" '
        f'transform="translate({x:g} {y:g}) rotate({angle:g})"/>'
    )


def cup(body: str, shade: str, coffee: str, foam: str) -> str:
    """Return a cup on its saucer, with a leaf in the foam, centred at 0, 0."""
    return (
        oval(0, 132, 230, 44, "#000", 'opacity=".16"')
        + oval(0, 118, 218, 42, shade)
        + oval(0, 110, 218, 42, body)
        + oval(0, 112, 120, 22, shade)
        + line("M150 -20C250 -40 258 70 120 66", body, 30)
        + path("M-165 -60H165C165 50 110 122 0 122S-165 50 -165 -60Z", body)
        + path("M60 -60H165C165 50 110 122 0 122C90 100 90 10 60 -60Z", shade, 'opacity=".55"')
        + oval(0, -60, 165, 46, shade)
        + oval(0, -60, 165, 46, body, 'opacity=".8"')
        + oval(0, -56, 145, 37, coffee)
        + path(
            "M0 -84C44 -78 60 -60 44 -44C30 -34 12 -36 0 -24C-12 -36 -30 -34 -44 -44C-60 -60 -44 -78 0 -84Z",
            foam,
        )
        + line("M0 -82V-28", coffee, 5)
        + line("M-30 -62Q0 -54 30 -62M-26 -48Q0 -40 26 -48", coffee, 4)
    )
