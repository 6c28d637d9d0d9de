"""SVG logos: only plain shapes are accepted, and they are rasterised immediately.

This is an allowlist rather than a list of dangerous features: no scripts, no text, no pictures, no references outside
the file, and nothing that can be nested until it grows exponentially.
"""

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import resvg_py

from api.rendering.qr.errors import BadLogo

MAX_BYTES = 200_000
MAX_ELEMENTS = 1_500
EDGE = 448

_TAGS = frozenset(
    {"svg", "g", "defs", "clipPath", "title", "desc", "metadata"}
    | {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
    | {"linearGradient", "radialGradient", "stop"}
)
_SILENT = frozenset({"title", "desc", "metadata"})
_NAMESPACE = "{http://www.w3.org/2000/svg}"
_FOREIGN = re.compile(
    r"url\(\s*['\"]?\s*(?!['\"]?\s*#)|@import|expression\(|javascript:", re.IGNORECASE
)
_HUGE = re.compile(r"(?<![\d.])\d{8,}|\de\+?\d", re.IGNORECASE)
_COLOR = re.compile(r"#[0-9a-f]{3,8}\b", re.IGNORECASE)
_NAMES = frozenset({"id", "class"})


def rasterise_plain_svg(file: bytes) -> bytes:
    """Return the PNG of an SVG that contains only plain shapes.

    Raises:
        BadLogo: it contains something else, or is not an SVG.
    """
    if len(file) > MAX_BYTES:
        raise BadLogo(f"must not be larger than {MAX_BYTES // 1000} KB as an SVG")
    lowered = file.lower()
    if b"<!doctype" in lowered or b"<!entity" in lowered:
        raise BadLogo("must not have a document type or entities")
    try:
        # Without a document type there are no entities to expand, and nothing to fetch.
        root = ElementTree.fromstring(file)  # noqa: S314
    except (ElementTree.ParseError, ValueError, LookupError):
        raise BadLogo("is not a picture that can be read") from None
    if root.tag != f"{_NAMESPACE}svg":
        raise BadLogo("is not an SVG picture")
    _keep_plain(root, depth=0)
    if sum(1 for _ in root.iter()) > MAX_ELEMENTS:
        raise BadLogo(f"must not have more than {MAX_ELEMENTS:,} elements")
    ElementTree.register_namespace("", _NAMESPACE[1:-1])
    width, height = _proportions(root)
    scale = EDGE / max(width, height)
    root.set("width", str(max(1, round(width * scale))))
    root.set("height", str(max(1, round(height * scale))))
    if "viewBox" not in root.attrib:
        root.set("viewBox", f"0 0 {width} {height}")
    try:
        return resvg_py.svg_to_bytes(
            svg_string=ElementTree.tostring(root, encoding="unicode"), skip_system_fonts=True
        )
    except ValueError:
        raise BadLogo("is not a picture that can be read") from None
    except BaseException as error:
        # Unexpected failures of resvg arrive as pyo3's PanicException, which is not a subclass of
        # Exception.
        if type(error).__name__ != "PanicException":
            raise
        raise BadLogo("cannot be drawn") from None


def _keep_plain(element: Element, depth: int, *, in_clip: bool = False) -> None:
    if depth > 40:
        raise BadLogo("is nested too deeply")
    in_clip = in_clip or element.tag == f"{_NAMESPACE}clipPath"
    if in_clip:
        # Nested clip paths multiply the cost.
        for name in ("clip-path", "style"):
            element.attrib.pop(name, None)
    for name, value in list(element.attrib.items()):
        if name.startswith("{"):
            if name.endswith("}href") and not value.startswith("#"):
                raise BadLogo("must not refer to anything outside itself")
            if not name.endswith("}href"):
                del element.attrib[name]
        elif name.lower().startswith("on"):
            raise BadLogo("must not hold scripts")
        elif name == "stroke-dasharray" or "dasharray" in value:
            raise BadLogo("must not have dashed lines; convert them to paths, or use PNG")
        elif name not in _NAMES and "url(" not in value and _HUGE.search(_COLOR.sub("", value)):
            raise BadLogo("has numbers that cannot be drawn")
        elif _FOREIGN.search(value) or (name == "href" and not value.startswith("#")):
            raise BadLogo("must not refer to anything outside itself")
    for child in list(element):
        tag = child.tag if isinstance(child.tag, str) else ""
        name = tag.removeprefix(_NAMESPACE)
        if name in _SILENT or (tag.startswith("{") and not tag.startswith(_NAMESPACE)):
            element.remove(child)
        elif name not in _TAGS:
            raise BadLogo(
                f"must be an SVG of plain shapes, without <{name[:30]}>; "
                "convert texts and effects to paths, or use PNG"
            )
        else:
            _keep_plain(child, depth + 1, in_clip=in_clip)


def _proportions(root: Element) -> tuple[float, float]:
    box = re.split(r"[\s,]+", root.get("viewBox", "").strip())
    numbers = box[2:4] if len(box) == 4 else [root.get("width", ""), root.get("height", "")]
    try:
        width, height = (float(re.sub(r"[a-z%]+$", "", number)) for number in numbers)
    except ValueError:
        raise BadLogo("must say its size: a viewBox, or width and height") from None
    if not (0 < width < 1e6 and 0 < height < 1e6 and 0.05 < width / height < 20):
        raise BadLogo("has a size that cannot be drawn")
    return width, height
