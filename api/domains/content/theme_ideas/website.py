"""The colours and fonts of a website, from its head, manifest, style sheets and icon.

Everything is fetched through the guard against private addresses, within one limit of time and of bytes.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

from PIL import ImageColor

from api.domains.content.theme_ideas.colors import colors_of_icon
from api.domains.content.theme_ideas.errors import refused
from api.rendering.visitor_pages.theme import Font
from runtime.outbound_http import AddressRefused, OutboundAnswer, OutboundHttp, Unreachable

SECONDS = 10.0
"""Time limit for all requests together."""
PAGE_BYTES, SHEET_BYTES, MANIFEST_BYTES, ICON_BYTES = 600_000, 400_000, 100_000, 1_000_000
MAX_SHEETS = 3

Fetch = Callable[[str, int, float], OutboundAnswer]

_COLOR = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b|(?:rgb|hsl)a?\([^()]{3,60}\)")
_NAMED = re.compile(
    r"--[\w-]*(?:primary|brand|accent|main)[\w-]*\s*:\s*(#[0-9a-fA-F]{3,6}\b|(?:rgb|hsl)a?\([^()]{3,60}\))"
)
_FAMILY = re.compile(r"font-family\s*:\s*([^;}]{1,200})")
_ALPHA = re.compile(r"[,/]\s*[\d.]+%?\s*\)$")
_DECLARED, _MANIFEST, _VARIABLE, _ICON = 0.9, 0.6, 0.5, 0.6
"""The weight of a colour by its source. A colour in the rules of a style sheet has its share of all colours there, at
most 1.
"""


@dataclass(slots=True)
class Site:
    """The colours and fonts found on a website."""

    weights: dict[str, float] = field(default_factory=dict)
    fonts: list[Font] = field(default_factory=list)

    def add(self, color: str | None, weight: float) -> None:
        """Count a colour. One that cannot be parsed is ignored."""
        found = parsed(color or "")
        if found is not None:
            self.weights[found] = self.weights.get(found, 0) + weight


def parsed(text: str) -> str | None:
    """Return a CSS colour as `#rrggbb`, or None if it is invalid or nearly transparent."""
    text = text.strip().lower()
    if text.startswith(("rgba", "hsla")):
        text = _ALPHA.sub(")", text.replace("a(", "(", 1))
    try:
        red, green, blue, *_alpha = ImageColor.getrgb(text)
    except ValueError:
        return None
    if any(not 0 <= it <= 255 for it in (red, green, blue)):
        return None
    return f"#{red:02x}{green:02x}{blue:02x}"


class _Head(HTMLParser):
    """The colours that a document declares, and links to further sources of colours."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.declared: list[str] = []
        self.sheets: list[str] = []
        self.icons: list[tuple[int, str]] = []
        self.manifest = ""
        self.styles: list[str] = []
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "meta" and found.get("name", "").lower() in (
            "theme-color",
            "msapplication-tilecolor",
        ):
            self.declared.append(found.get("content", ""))
        elif tag == "link":
            self._link(set(found.get("rel", "").lower().split()), found)
        elif tag == "style":
            self._in_style = True
        if "style" in found:
            self.styles.append(found["style"])

    def _link(self, rel: set[str], found: dict[str, str]) -> None:
        href = found.get("href", "")
        if not href:
            return
        if "stylesheet" in rel:
            self.sheets.append(href)
        elif "manifest" in rel:
            self.manifest = href
        elif rel & {"icon", "apple-touch-icon", "apple-touch-icon-precomposed"}:
            size = int((re.match(r"\d{1,4}", found.get("sizes", "")) or [0])[0])
            self.icons.append((size + (200 if "icon" not in rel else 0), href))

    def handle_endtag(self, tag: str) -> None:
        if tag == "style":
            self._in_style = False

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.styles.append(data)


def guarded(url: str, most: int, seconds: float) -> OutboundAnswer:
    """Fetch from the public internet only."""
    return OutboundHttp(seconds=seconds).read(url, most)


def read_site(url: str, monotonic: Callable[[], float], fetch: Fetch = guarded) -> Site:
    """Return the colours and fonts of a website.

    Raises:
        Invalid: at `website`: the address is private or invalid, there is no response, or it is not a web page.
    """
    ends = monotonic() + SECONDS
    address = url if "://" in url else f"https://{url}"
    try:
        answer = fetch(address, PAGE_BYTES, SECONDS)
    except AddressRefused as error:
        raise refused(str(error), "address_refused") from error
    except Unreachable as error:
        raise refused(str(error), "unreachable") from error
    if answer.status >= 400:
        raise refused(f"The website answered with the error {answer.status}.", "unreachable")
    head = _Head()
    # The parser of the standard library asserts rules that documents may break; use what it has read so far.
    with suppress(AssertionError):
        head.feed(answer.body.decode("utf-8", "replace"))
    site = Site()
    for color in head.declared[:2]:
        site.add(color, _DECLARED)

    def more(href: str, most: int) -> bytes:
        """Return another file of the site, or nothing if it cannot be loaded or the time is up."""
        left = ends - monotonic()
        if left < 0.2:
            return b""
        try:
            found = fetch(urljoin(answer.url, href), most, left)
        except (AddressRefused, Unreachable, ValueError):
            return b""
        return found.body if found.status < 400 else b""

    styles = [*head.styles]
    styles += [
        more(href, SHEET_BYTES).decode("utf-8", "replace") for href in head.sheets[:MAX_SHEETS]
    ]
    _count_styles(site, "\n".join(styles))
    if head.manifest:
        _count_manifest(site, more(head.manifest, MANIFEST_BYTES))
    icon = max(head.icons, default=(0, "/favicon.ico"))[1]
    _count_icon(site, more(icon, ICON_BYTES))
    return site


def _count_styles(site: Site, css: str) -> None:
    for color in _NAMED.findall(css)[:20]:
        site.add(color, _VARIABLE)
    counted = Counter(it for text in _COLOR.findall(css) if (it := parsed(text)) is not None)
    total = counted.total() or 1
    for color, times in counted.most_common(40):
        site.add(color, times / total)
    families = " ".join(_FAMILY.findall(css)).lower()
    site.fonts = [
        font for font in Font if re.search(rf"\b{font.value.replace('-', ' ?')}\b", families)
    ]


def _count_manifest(site: Site, data: bytes) -> None:
    try:
        declared = json.loads(data)
    except (ValueError, RecursionError):
        return
    if isinstance(declared, dict):
        for name in ("theme_color", "background_color"):
            if isinstance(declared.get(name), str):
                site.add(declared[name], _MANIFEST)


def _count_icon(site: Site, data: bytes) -> None:
    if data.lstrip()[:5].lower() in (b"<svg ", b"<?xml"):
        counted = Counter(
            it
            for text in _COLOR.findall(data.decode("utf-8", "replace"))
            if (it := parsed(text)) is not None
        )
        found = {color: times / counted.total() for color, times in counted.items()}
    else:
        found = colors_of_icon(data) if data else {}
    for color, share in found.items():
        site.add(color, share * _ICON)
