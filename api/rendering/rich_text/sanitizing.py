"""Rich text as it is stored: a small, closed subset of HTML that cannot run anything."""

import html
import re
from html.parser import HTMLParser

import nh3

from api.rendering.html_source import SourceParser

MAX_HTML = 100_000

_TAGS = frozenset(
    "p br strong b em i u s h2 h3 h4 ul ol li blockquote a code pre hr".split()  # noqa: SIM905
)
_BLOCKS = frozenset({"p", "h2", "h3", "h4", "li", "blockquote", "pre"})
_SPACES = re.compile(r"[ \t\xa0]+")


def sanitised(text: str) -> str:
    """Return the text without anything but plain formatting and links."""
    cleaned = nh3.clean(
        text,
        tags=set(_TAGS),
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto", "tel"},
        link_rel="noopener noreferrer nofollow",
    )
    return _without_empty_end(cleaned).strip()


def plain_text(text: str) -> str:
    """Return the visible text of sanitised HTML, for search and excerpts."""
    return _read(text, _Reader())


def plain_mail(text: str) -> str:
    """Return the visible text for the plain part of an email. The address of each link follows its text."""
    return _read(text, _MailReader())


def _read(text: str, reader: "_Reader") -> str:
    reader.feed(text)
    reader.close()
    lines = (_SPACES.sub(" ", line).strip() for line in "".join(reader.texts).splitlines())
    return "\n".join(line for line in lines if line)


def of_paragraphs(text: str) -> str:
    """Convert plain text to HTML: an empty line separates paragraphs, and other line breaks are preserved."""
    parts = (part.strip() for part in re.split(r"\n\s*\n", text.replace("\r\n", "\n")))
    return "".join(
        "<p>" + "<br>".join(html.escape(line) for line in part.split("\n")) + "</p>"
        for part in parts
        if part
    )


class _Reader(HTMLParser):
    """The text of a document, with a line for each of its blocks."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - html.parser's
        if tag in ("br", "hr"):
            self.texts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            self.texts.append("\n")


class _MailReader(_Reader):
    """The text of a document, including the addresses of links."""

    def __init__(self) -> None:
        super().__init__()
        self._address = ""
        self._begin = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        if tag == "a":
            self._address, self._begin = dict(attrs).get("href") or "", len(self.texts)

    def handle_endtag(self, tag: str) -> None:
        super().handle_endtag(tag)
        if tag == "a" and self._address:
            words = "".join(self.texts[self._begin :]).strip()
            if words != self._address.removeprefix("mailto:"):
                self.texts.append(f" ({self._address})")
            self._address = ""


def _without_empty_end(cleaned: str) -> str:
    """Return the text without empty paragraphs at its end."""
    reader = _EmptyEnd(cleaned)
    reader.read()
    return cleaned[: reader.begin]


class _EmptyEnd(SourceParser):
    """Finds the start of the empty paragraphs at the end of a text."""

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self.begin: int | None = None
        self._in_paragraph = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - html.parser's
        if tag == "p":
            self.begin = self.place if self.begin is None else self.begin
            self._in_paragraph = True
        elif tag != "br" or not self._in_paragraph:
            self.begin = None

    def handle_endtag(self, tag: str) -> None:
        self._in_paragraph = False
        if tag != "p":
            self.begin = None

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.begin = None

    def handle_entityref(self, name: str) -> None:
        if name != "nbsp":
            self.begin = None

    def handle_charref(self, name: str) -> None:  # noqa: ARG002 - html.parser's
        self.begin = None
