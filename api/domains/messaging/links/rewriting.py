"""Replaces the links in a message with short links."""

import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlsplit

from api.domains.messaging.links.tokens import MOST_LINKS, PATH, token_of
from api.rendering.html_source import SourceEditor

_IN_TEXT = re.compile(r"https?://[^\s<>\"'`|\\^{}]+", re.IGNORECASE)
_AFTER = ".,;:!?'\"»”…"
"""Characters after an address that are not part of it."""
_LONGEST = 2_000


class Shortened(NamedTuple):
    """A message with short links, and their destinations in the order of their tokens."""

    text: str
    html: str
    url: str
    targets: tuple[str, ...]


class LinkShortener:
    """Writes short links below one host. Links to preferences, and addresses that are already short links, do not
    change.
    """

    def __init__(self, host_url: str, product_url: str) -> None:
        self._before = f"{host_url.rstrip('/')}{PATH}"
        product = product_url.rstrip("/")
        self._kept = (f"{product}/preferences", f"{product}{PATH}", self._before)

    def shortened(self, key: int, text: str, html: str = "", url: str = "") -> Shortened:
        """Return the message with this key with short links. The same address gets the same link everywhere in the
        message.
        """
        targets: dict[str, int] = {}

        def short(address: str) -> str:
            is_kept = address.startswith(self._kept) or len(address) > _LONGEST
            if is_kept or not _leads_somewhere(address):
                return address
            if address not in targets and len(targets) == MOST_LINKS:
                return address
            place = targets.setdefault(address, len(targets))
            return f"{self._before}{token_of(key, place)}"

        return Shortened(
            _in_text(text, short),
            _in_html(html, short),
            short(url) if _IN_TEXT.fullmatch(url) else url,
            tuple(targets),
        )


def _leads_somewhere(address: str) -> bool:
    try:
        return bool(urlsplit(address).hostname)
    except ValueError:
        return False


def _in_text(text: str, short: Callable[[str], str]) -> str:
    def replaced(found: re.Match[str]) -> str:
        written = found.group()
        address = written.rstrip(_AFTER)
        # A closing bracket without an opening one in the address belongs to the surrounding text.
        while address.endswith((")", "]")) and not _opens(address):
            address = address[:-1].rstrip(_AFTER)
        return short(address) + written[len(address) :]

    return _IN_TEXT.sub(replaced, text)


def _opens(address: str) -> bool:
    pair = "()" if address.endswith(")") else "[]"
    return address.count(pair[0]) >= address.count(pair[1])


def _in_html(html: str, short: Callable[[str], str]) -> str:
    return _Links(html, short).edited() if "http" in html else html


class _Links(SourceEditor):
    """Replaces the addresses of links with short ones. Everything else is left unchanged."""

    def __init__(self, source: str, short: Callable[[str], str]) -> None:
        super().__init__(source)
        self._short = short

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Handle a start tag, with the values of its attributes unescaped."""
        address = dict(attrs).get("href") if tag == "a" else None
        if address is None or not _IN_TEXT.fullmatch(address):
            return
        short = self._short(address)
        if short != address:
            self.replace_tag(tag, dict(attrs) | {"href": short})
