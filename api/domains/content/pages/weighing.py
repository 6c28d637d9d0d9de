"""What a visitor downloads for a page: of the drawn document, not of a guess.

Counted are the document as this server sends it, style and script in their smallest built copy, and
each picture that is ours by the size of its file. What other hosts send is named, not guessed.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

from api.domains.content.pages.blocks import PageData
from api.objects.keys import belongs_to
from api.objects.store import ObjectStore
from api.rendering.visitor_pages.pages import BUNDLE_URL, Bundle

BUDGET = 150_000
SCRIPT_BUDGET = 60_000
MEDIA = "/media/"
_PICTURE = re.compile(r'<(?:img|video)\b[^>]*?\s(?:src|poster)="([^"]+)"')
_SMALLER = ("1280.webp", "640.webp", "320.webp")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in the document; without bytes it comes from another host."""

    url: str
    bytes: int | None
    lighter_url: str | None = None
    lighter_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class BlockWeight:
    """What a block brings: its part of the document, and its pictures."""

    block_id: str
    type: str
    html_bytes: int
    pictures: tuple[Picture, ...]

    @property
    def bytes(self) -> int:
        """All that is known of it."""
        return self.html_bytes + sum(it.bytes or 0 for it in self.pictures)


@dataclass(frozen=True, slots=True)
class Weight:
    """What a page weighs, and where."""

    html_bytes: int
    style_bytes: int
    script_bytes: int
    pictures: tuple[Picture, ...]
    blocks: tuple[BlockWeight, ...]

    @property
    def picture_bytes(self) -> int:
        """All pictures that are ours, each once."""
        return sum(it.bytes or 0 for it in self.pictures)

    @property
    def total(self) -> int:
        """All that is known."""
        return self.html_bytes + self.style_bytes + self.script_bytes + self.picture_bytes

    @property
    def heaviest(self) -> BlockWeight | None:
        """The block that brings most."""
        return max(self.blocks, key=lambda block: block.bytes, default=None)


def advice(block: BlockWeight) -> str | None:
    """How a block gets lighter, in words; None where there is little to gain."""
    for picture in block.pictures:
        if picture.bytes and picture.lighter_bytes:
            return (
                f"Its picture has {_kilobytes(picture.bytes)}. "
                f"A smaller copy of it has {_kilobytes(picture.lighter_bytes)}."
            )
    if any(picture.bytes is None for picture in block.pictures):
        return "Upload its picture here: it is then kept in several sizes, and its weight is known."
    if block.html_bytes > 15_000:
        return "It is long. Put part of it on a page of its own, or offer fewer choices."
    return None


def _kilobytes(count: int) -> str:
    return f"{max(1, round(count / 1000))} kB"


class Scale:
    """Weighs documents of one organisation."""

    def __init__(self, bundle: Bundle, built: Path, objects: ObjectStore, base_url: str) -> None:
        self._bundle = bundle
        self._built = built
        self._objects = objects
        self._base_url = base_url

    def weigh(self, org_id: str, page: PageData, document: bytes) -> Weight:
        """Weigh a page's document, which was drawn of this data."""
        text = document.decode()
        known: dict[str, Picture] = {}
        blocks = []
        for block_id, part in _parts(text, [block.id for block in page.content]):
            kind = next(type(it).__name__ for it in page.content if it.id == block_id)
            shown = tuple(self._picture(org_id, url, known) for url in _pictures(part))
            blocks.append(BlockWeight(block_id, kind, len(part.encode()), shown))
        every = tuple(self._picture(org_id, url, known) for url in _pictures(text))
        return Weight(
            html_bytes=len(document),
            style_bytes=self._of_built(self._bundle.styles),
            script_bytes=self._of_built(self._bundle.scripts),
            pictures=tuple({it.url: it for it in every}.values()),
            blocks=tuple(blocks),
        )

    def _picture(self, org_id: str, url: str, known: dict[str, Picture]) -> Picture:
        if url not in known:
            known[url] = self._look(org_id, url)
        return known[url]

    def _look(self, org_id: str, url: str) -> Picture:
        path = unquote(urlsplit(url.removeprefix(self._base_url)).path)
        if url.startswith("data:"):
            return Picture(url[:60], 0)  # it is part of the document
        if url.startswith(BUNDLE_URL) and ".." not in path:
            return Picture(url, self._of_built([path]) or None)
        is_ours = url.startswith((self._base_url + MEDIA, MEDIA))
        key = path.removeprefix(MEDIA)
        if not is_ours or not belongs_to(key, org_id):
            return Picture(url, None)
        size = self._size(key)
        for name in _SMALLER:
            smaller = f"{key.rpartition('/')[0]}/{name}"
            lighter = self._size(smaller) if smaller != key else None
            if size is not None and lighter is not None and lighter < size * 0.9:
                return Picture(url, size, url.replace(key, smaller), lighter)
        return Picture(url, size)

    def _size(self, key: str) -> int | None:
        found = self._objects.find(key)
        return found.size if found is not None else None

    def _of_built(self, urls: Iterable[str]) -> int:
        """Bytes of built files as a browser of today gets them: in Brotli where there is such a copy."""
        return sum(self._smallest(self._built / url.removeprefix(BUNDLE_URL)) for url in urls)

    @staticmethod
    def _smallest(path: Path) -> int:
        copies = (path.with_name(path.name + ending) for ending in (".br", ".gz", ""))
        return next((copy.stat().st_size for copy in copies if copy.is_file()), 0)


def _parts(document: str, block_ids: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each block's part of the document: from where it begins to where the next one does."""
    begins = [(document.find(f'id="{block_id}"'), block_id) for block_id in block_ids]
    found = sorted((at, block_id) for at, block_id in begins if at >= 0)
    footer = document.find('<footer class="wp-footer"')
    last = footer if footer >= 0 else len(document)
    for number, (at, block_id) in enumerate(found, 1):
        yield block_id, document[at : found[number][0] if number < len(found) else last]


def _pictures(html: str) -> list[str]:
    return [unescape(url) for url in _PICTURE.findall(html)]
