"""Rich text as it is stored: a small, closed set of HTML that cannot run anything."""

import html
import re

import nh3

MAX_HTML = 100_000

_TAGS = frozenset(
    "p br strong b em i u s h2 h3 h4 ul ol li blockquote a code pre hr".split()  # noqa: SIM905
)
_BLOCK_END = re.compile(r"</(?:p|h[2-4]|li|blockquote|pre)>|<(?:br|hr)\s*/?>", re.IGNORECASE)
_SPACES = re.compile(r"[ \t\xa0]+")
_EMPTY_PARAGRAPHS = re.compile(r"(?:<p>(?:\s|&nbsp;|<br>)*</p>\s*)+\Z")


def sanitised(text: str) -> str:
    """The text with everything taken out that is not plain formatting or a link."""
    cleaned = nh3.clean(
        text,
        tags=set(_TAGS),
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto", "tel"},
        link_rel="noopener noreferrer nofollow",
    )
    return _EMPTY_PARAGRAPHS.sub("", cleaned).strip()


def plain_text(text: str) -> str:
    """What a reader would read of sanitised text, for search and excerpts."""
    bare = nh3.clean(_BLOCK_END.sub(lambda found: found[0] + "\n", text), tags=set())
    lines = (_SPACES.sub(" ", line).strip() for line in html.unescape(bare).splitlines())
    return "\n".join(line for line in lines if line)


def of_paragraphs(text: str) -> str:
    """HTML of plain text: an empty line parts paragraphs, other line ends stay."""
    parts = (part.strip() for part in re.split(r"\n\s*\n", text.replace("\r\n", "\n")))
    return "".join(
        "<p>" + "<br>".join(html.escape(line) for line in part.split("\n")) + "</p>"
        for part in parts
        if part
    )
