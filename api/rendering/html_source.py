"""Parses HTML and records the source position of each part, so that everything else stays unchanged."""

from collections.abc import Mapping
from html import escape
from html.parser import HTMLParser


class SourceParser(HTMLParser):
    """A parser that knows the source position of each part."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=False)
        self.source = source
        self._lines = [0, *(at + 1 for at, letter in enumerate(source) if letter == "\n")]

    def read(self) -> None:
        """Parse the whole source."""
        self.feed(self.source)
        self.close()

    @property
    def place(self) -> int:
        """The start of the part that is being parsed."""
        line, column = self.getpos()
        return self._lines[line - 1] + column

    @property
    def tag_end(self) -> int:
        """The end of the start tag that is being parsed."""
        return self.place + len(self.get_starttag_text() or "")


class SourceEditor(SourceParser):
    """A parser that replaces parts of its source, from the first to the last."""

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self._parts: list[str] = []
        self._copied = 0

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace the source between `start` and `end` with this text."""
        self._parts += [self.source[self._copied : start], text]
        self._copied = end

    def replace_tag(self, tag: str, attributes: Mapping[str, str | None]) -> None:
        """Set these attributes on the start tag that is being parsed."""
        is_closed = (self.get_starttag_text() or "").endswith("/>")
        self.replace(self.place, self.tag_end, start_tag(tag, attributes, is_closed=is_closed))

    def edited(self) -> str:
        """The source with all replacements."""
        self.read()
        return "".join([*self._parts, self.source[self._copied :]])


def start_tag(tag: str, attributes: Mapping[str, str | None], *, is_closed: bool = False) -> str:
    """Return a start tag with escaped attributes. An attribute whose value is None has only a name."""
    written = "".join(
        f" {name}" if value is None else f' {name}="{escape(value)}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{written}{'/' if is_closed else ''}>"
