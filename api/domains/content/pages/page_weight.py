"""What a visitor downloads for a page, measured on the rendered document.

It counts the document as this server sends it, styles and scripts in their smallest built form, and for each of
Waypost's pictures the copy that a phone loads. Files of other hosts are listed, not estimated.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from api.domains.content.page_blocks.blocks import PageData
from api.objects.keys import belongs_to
from api.objects.store import ObjectStore
from api.rendering.html_source import SourceParser
from api.rendering.visitor_pages.pages import BUNDLE_URL, Bundle

BUDGET = 150_000
SCRIPT_BUDGET = 60_000
MEDIA = "/media/"
PHONE_WIDTH, PHONE_DENSITY = 412, 1.75
"""The phone that Lighthouse simulates."""
_SMALLER = ("1280.webp", "640.webp", "320.webp")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in the document. Without bytes it is on another host."""

    url: str
    bytes: int | None
    lighter_url: str | None = None
    lighter_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class BlockWeight:
    """A block's share of the size: its part of the document, and its pictures."""

    block_id: str
    type: str
    html_bytes: int
    pictures: tuple[Picture, ...]

    @property
    def bytes(self) -> int:
        """The known total in bytes."""
        return self.html_bytes + sum(it.bytes or 0 for it in self.pictures)


@dataclass(frozen=True, slots=True)
class Weight:
    """The size of a page and its distribution."""

    html_bytes: int
    style_bytes: int
    script_bytes: int
    pictures: tuple[Picture, ...]
    blocks: tuple[BlockWeight, ...]

    @property
    def picture_bytes(self) -> int:
        """Total size of Waypost's own pictures, each counted once."""
        return sum(it.bytes or 0 for it in self.pictures)

    @property
    def total(self) -> int:
        """The known total."""
        return self.html_bytes + self.style_bytes + self.script_bytes + self.picture_bytes

    @property
    def heaviest(self) -> BlockWeight | None:
        """The block that adds most, if any."""
        return max(self.blocks, key=lambda block: block.bytes, default=None)


def advice(block: BlockWeight) -> str | None:
    """Return advice on how to reduce the size of a block, or None if there is little to gain."""
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


class WeightMeter:
    """Measures documents of one organisation."""

    def __init__(self, bundle: Bundle, built: Path, objects: ObjectStore, base_url: str) -> None:
        self._bundle = bundle
        self._built = built
        self._objects = objects
        self._base_url = base_url

    def weigh(self, org_id: str, page: PageData, document: bytes) -> Weight:
        """Measure a page's rendered document."""
        text = document.decode()
        pictures: dict[str, Picture] = {}
        blocks = []
        kinds = {block.id: type(block).__name__ for block in page.content}
        read = _Reader(text, kinds)
        for block_id, begin, end in read.blocks():
            urls = [url for at, url in read.pictures if begin <= at < end]
            shown = tuple(self._picture(org_id, url, pictures) for url in urls)
            size = len(text[begin:end].encode())
            blocks.append(BlockWeight(block_id, kinds[block_id], size, shown))
        every = tuple(self._picture(org_id, url, pictures) for _, url in read.pictures)
        return Weight(
            html_bytes=len(document),
            style_bytes=self._of_built(self._bundle.styles),
            script_bytes=self._of_built(self._bundle.scripts),
            pictures=tuple({it.url: it for it in every}.values()),
            blocks=tuple(blocks),
        )

    def _picture(self, org_id: str, url: str, pictures: dict[str, Picture]) -> Picture:
        if url not in pictures:
            pictures[url] = self._look(org_id, url)
        return pictures[url]

    def _look(self, org_id: str, url: str) -> Picture:
        path = unquote(urlsplit(url.removeprefix(self._base_url)).path)
        if url.startswith("data:"):
            return Picture(url[:60], 0)  # It is part of the document.
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
        """Return the size in bytes of built files as a modern browser receives them: with Brotli if there is such a
        copy.
        """
        return sum(self._smallest(self._built / url.removeprefix(BUNDLE_URL)) for url in urls)

    @staticmethod
    def _smallest(path: Path) -> int:
        copies = (path.with_name(path.name + ending) for ending in (".br", ".gz", ""))
        return next((copy.stat().st_size for copy in copies if copy.is_file()), 0)


class _Reader(SourceParser):
    """The positions of blocks in a document, and the pictures that a browser fetches to show it."""

    def __init__(self, document: str, block_ids: Collection[str]) -> None:
        super().__init__(document)
        self.begins: dict[str, int] = {}
        self.pictures: list[tuple[int, str]] = []
        self.end = len(document)
        """The position at which the last block ends."""
        self._block_ids = block_ids
        self._better: str | None = None
        self.read()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at, attributes = self.place, dict(attrs)
        name = attributes.get("id")
        if name is not None and name in self._block_ids:
            self.begins.setdefault(name, at)
        if tag == "footer" and attributes.get("class") == "wp-footer":
            self.end = at
        # The video itself is fetched only when somebody plays it.
        url = attributes.get({"img": "src", "video": "poster"}.get(tag, ""))
        chosen = _for_phone(attributes.get("srcset"), attributes.get("sizes")) or url
        if tag == "source" and chosen:
            self._better = chosen  # Belongs to the `img` that follows.
        elif chosen:
            self.pictures.append((at, self._better or chosen))
            self._better = None

    def blocks(self) -> Iterator[tuple[str, int, int]]:
        """Yield each block with its start and the start of the next one."""
        found = sorted((at, block_id) for block_id, at in self.begins.items())
        ends = [*(at for at, _ in found[1:]), self.end]
        for (at, block_id), end in zip(found, ends, strict=False):
            yield block_id, at, end


def _for_phone(srcset: str | None, sizes: str | None) -> str | None:
    """Return the copy that Lighthouse's phone loads. The last entry of `sizes` applies to phones."""
    room = re.search(r"([\d.]+)(vw|px)$", sizes or "")
    if not srcset or room is None:
        return None
    pixels = float(room[1]) * (PHONE_WIDTH / 100 if room[2] == "vw" else 1) * PHONE_DENSITY
    copies = sorted((int(width), url) for url, width in re.findall(r"(\S+) (\d+)w(?:,|$)", srcset))
    return next(
        (url for width, url in copies if width >= pixels), copies[-1][1] if copies else None
    )
