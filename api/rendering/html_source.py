"""Reads HTML with a parser and knows where each part is written, so that the rest stays as it is."""

from collections.abc import Mapping
from html import escape
from html.parser import HTMLParser


class SourceParser(HTMLParser):
    """A parser that knows the place of what it reads."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=False)
        self.source = source
        self._lines = [0, *(at + 1 for at, letter in enumerate(source) if letter == "\n")]

    def read(self) -> None:
        """Read all of it."""
        self.feed(self.source)
        self.close()

    @property
    def place(self) -> int:
        """Where the part begins that is being read."""
        line, column = self.getpos()
        return self._lines[line - 1] + column

    @property
    def tag_end(self) -> int:
        """Where the start tag ends that is being read."""
        return self.place + len(self.get_starttag_text() or "")


class SourceEditor(SourceParser):
    """A parser that replaces parts of what it reads, from the first to the last."""

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self._parts: list[str] = []
        self._copied = 0

    def replace(self, start: int, end: int, text: str) -> None:
        """Put this text in place of what is written from `start` to `end`."""
        self._parts += [self.source[self._copied : start], text]
        self._copied = end

    def replace_tag(self, tag: str, attributes: Mapping[str, str | None]) -> None:
        """Give the start tag that is being read these attributes."""
        is_closed = (self.get_starttag_text() or "").endswith("/>")
        self.replace(self.place, self.tag_end, start_tag(tag, attributes, is_closed=is_closed))

    def edited(self) -> str:
        """The source with all replacements."""
        self.read()
        return "".join([*self._parts, self.source[self._copied :]])


def start_tag(tag: str, attributes: Mapping[str, str | None], *, is_closed: bool = False) -> str:
    """A start tag with escaped attributes; one whose value is None has only a name."""
    written = "".join(
        f" {name}" if value is None else f' {name}="{escape(value)}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{written}{'/' if is_closed else ''}>"
