"""`python -m tests.support.visitor_fonts`: reduces the fonts of visitors' pages to the necessary parts.

From the packages of @fontsource-variable it writes small files to web/visitor-public/assets/fonts, with their licences,
and their style sheet declarations to api/rendering/visitor_pages/fonts.json. It needs the package brotli, which nothing
else does: `pip install --target /tmp/brotli brotli`, and PYTHONPATH=/tmp/brotli.
"""

import hashlib
import io
import json
from pathlib import Path
from typing import Any, NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from runtime.settings import ROOT

PACKAGES = ROOT / "node_modules" / "@fontsource-variable"
FILES = ROOT / "web" / "visitor-public" / "assets" / "fonts"
TABLE = ROOT / "api" / "rendering" / "visitor_pages" / "fonts.json"

HEAVIEST = 700
FEATURES = ["kern", "liga", "ccmp", "locl", "mark", "mkmk", "tnum", "lnum"]
SUBSETS = {
    "latin": (
        "U+0020-007E, U+00A0-00FF, U+0131, U+0152-0153, U+02C6, U+02DA, U+02DC, U+2013-2014, "
        "U+2018-201A, U+201C-201E, U+2020, U+2022, U+2026, U+2032-2033, U+2039-203A, U+20AC, U+2122, U+2212"
    ),
    "latin-ext": "U+0100-0130, U+0132-0151, U+0154-017F, U+0218-021B, U+1E9E, U+20BA, U+20BD",
    "cyrillic": "U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116",
}

_FREQUENT = dict(
    zip(
        " etaoinshrdlcumwfgypbvk",
        (
            18,
            10,
            7,
            6.5,
            6,
            5.7,
            5.6,
            5.1,
            5,
            4.8,
            3.5,
            3.3,
            2.2,
            2.2,
            2,
            1.9,
            1.8,
            1.6,
            1.5,
            1.4,
            1.2,
            0.8,
            0.6,
        ),
        strict=True,
    )
)
"""The frequency of letters in English text, in percent, for comparing the widths of two fonts."""


class Fallback(NamedTuple):
    """The font shown until another one has loaded: most systems have it, or one with the same metrics."""

    names: tuple[str, ...]
    width: float
    """The width of its average letter, in ems."""
    generic: str


SANS = Fallback(("Arial", "Liberation Sans", "Roboto"), 0.4411, "sans-serif")
SERIF = Fallback(("Georgia", "Gelasio", "Noto Serif"), 0.4408, "serif")

FONTS = {
    "inter": ("Inter", SANS),
    "dm-sans": ("DM Sans", SANS),
    "manrope": ("Manrope", SANS),
    "nunito": ("Nunito", SANS),
    "outfit": ("Outfit", SANS),
    "archivo": ("Archivo", SANS),
    "space-grotesk": ("Space Grotesk", SANS),
    "bricolage-grotesque": ("Bricolage Grotesque", SANS),
    "fraunces": ("Fraunces", SERIF),
    "playfair-display": ("Playfair Display", SERIF),
    "lora": ("Lora", SERIF),
    "caveat": ("Caveat", SANS),
}


def main() -> None:
    """Write all files."""
    FILES.mkdir(parents=True, exist_ok=True)
    for old in FILES.iterdir():
        old.unlink()
    table = {name: _font(name, label, fallback) for name, (label, fallback) in FONTS.items()}
    TABLE.write_text(json.dumps(table, indent=2, ensure_ascii=False) + "\n")


def _font(name: str, label: str, fallback: Fallback) -> dict[str, Any]:
    package = PACKAGES / name
    (FILES / f"{name}.OFL.txt").write_text((package / "LICENSE").read_text())
    sources = {it: package / "files" / f"{name}-{it}-wght-normal.woff2" for it in SUBSETS}
    files = {it: _cut(name, it, path) for it, path in sources.items() if path.is_file()}
    # For headings above text in another font: a single weight halves the file.
    heading = _cut(name, "latin", sources["latin"], weight=HEAVIEST)
    with TTFont(sources["latin"]) as font:
        measures = _measures(font, fallback)
    return {
        "label": label,
        "generic": fallback.generic,
        "local": fallback.names,
        **measures,
        "files": files,
        "heading": heading,
    }


def _cut(name: str, subset: str, source: Path, weight: int | None = None) -> dict[str, str]:
    font = TTFont(source)
    options = Options(flavor="woff2", layout_features=FEATURES, hinting=False, notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=_points(SUBSETS[subset]))
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": weight or (400, HEAVIEST)})
    font.flavor = "woff2"
    font.recalcTimestamp = False
    written = io.BytesIO()
    font.save(written)
    data = written.getvalue()
    kind = subset if weight is None else f"{subset}-{weight}"
    file = f"{name}-{kind}.{hashlib.sha256(data).hexdigest()[:8]}.woff2"
    (FILES / file).write_bytes(data)
    print(f"{len(data):7} {file}")
    return {"file": file, "range": SUBSETS[subset]}


def _points(ranges: str) -> list[int]:
    points: list[int] = []
    for part in ranges.replace("U+", "").split(", "):
        first, _, last = part.partition("-")
        points.extend(range(int(first, 16), int(last or first, 16) + 1))
    return points


def _measures(font: TTFont, fallback: Fallback) -> dict[str, float]:
    """Return the adjustments with which the fallback takes the same space, so that nothing moves when the font has
    loaded.
    """
    em, letters, widths = font["head"].unitsPerEm, font.getBestCmap(), font["hmtx"]
    total = sum(_FREQUENT.values())
    width = sum(widths[letters[ord(it)]][0] * share for it, share in _FREQUENT.items()) / total / em
    adjust = width / fallback.width
    ascent, descent, gap = (
        getattr(font["hhea"], it) / em for it in ("ascent", "descent", "lineGap")
    )
    return {
        "size_adjust": round(adjust * 100, 2),
        "ascent": round(ascent / adjust * 100, 2),
        "descent": round(-descent / adjust * 100, 2),
        "line_gap": round(gap / adjust * 100, 2),
    }


if __name__ == "__main__":
    main()
