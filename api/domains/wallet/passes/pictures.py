"""Pictures of passes: from the media library to the files, addresses and facts that wallets and pages need.

Each size is drawn once, by a job when a pass or template shows the picture, or otherwise when it is first needed. It is
stored next to the picture for as long as the library has the picture.
"""

import base64
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image
from sqlalchemy.orm import Session

from api.db.offload import Offload
from api.domains.content.media_library.reading import StoredPicture, stored_pictures
from api.objects.errors import ObjectNotFound
from api.objects.store import ObjectStore
from api.rendering.wallet.content import Placed, Slot, WalletPass
from api.rendering.wallet.google_json import GooglePictures
from api.rendering.wallet.icons import icons
from api.rendering.wallet.pictures import (
    GOOGLE_LOGO,
    SCALES,
    Drawn,
    Frame,
    PictureFacts,
    box_of,
    draw_pass_picture,
    for_google,
    for_page,
    frame_of,
    in_sizes,
    luminances,
    name_of,
    shown_by_apple,
)

_ON_PAGE: tuple[Slot, ...] = ("logo", "strip", "background", "thumbnail", "footer")


@dataclass(frozen=True, slots=True)
class _Shown:
    """A picture in its slot."""

    picture: StoredPicture
    placed: Placed
    frame: Frame


class PassPictures:
    """Pictures of passes, through a database session in their organisation."""

    def __init__(
        self, session: Session, objects: ObjectStore, offload: Offload | None = None
    ) -> None:
        """Create the service. `offload`: where a request has its pictures drawn. Jobs draw them in their own
        process.
        """
        self._session = session
        self._objects = objects
        self._offload = offload

    def files(self, org_id: str, content: WalletPass) -> dict[str, bytes]:
        """Return the pictures of a package by file name. Without an icon, the organisation's initial is used."""
        files = icons(content.organization, content.background)
        for slot, shown in self._shown(org_id, content, shown_by_apple(content)):
            for scale in SCALES:
                name = f"{slot}.png" if scale == 1 else f"{slot}@{scale}x.png"
                files[name] = self._apple(org_id, shown, scale)
        return files

    def on_page(self, org_id: str, content: WalletPass) -> dict[Slot, str]:
        """Return by slot the pictures that the page of a pass shows, as addresses that contain the picture itself.
        Empty if it has none.
        """
        slots = tuple(it for it in shown_by_apple(content) if it in _ON_PAGE)
        return dict.fromkeys(_ON_PAGE, "") | {
            slot: "data:image/webp;base64," + base64.b64encode(self._web(org_id, shown)).decode()
            for slot, shown in self._shown(org_id, content, slots)
        }

    def for_google(self, org_id: str, content: WalletPass, base_url: str) -> GooglePictures:
        """Return public addresses of the pictures that Google shows. Empty if Google could not fetch them."""
        if not base_url.startswith("https://"):
            return GooglePictures()
        placed = content.pictures
        hero: Slot = "hero" if "hero" in placed else "strip"
        wide: Slot = "wide_logo" if "wide_logo" in placed else "logo"
        pictures = self._pictures(org_id, content)

        def address(slot: Slot, frame: Frame, ground: str | None) -> str | None:
            it = placed.get(slot)
            picture = pictures.get(it.media_id) if it is not None else None
            if it is None or picture is None:
                return None
            return f"{base_url}/media/{self._google(org_id, _Shown(picture, it, frame), ground)}"

        return GooglePictures(
            logo=address("icon", Frame(*GOOGLE_LOGO, is_whole=False), content.background),
            hero=address(hero, frame_of("hero", content.style), content.background),
            wide_logo=address(wide, frame_of("wide_logo", content.style), None),
        )

    def draw_ahead(self, org_id: str, content: WalletPass, base_url: str) -> None:
        """Draw everything that phones, pages and Google will request, so that no request has to wait for it."""
        if content.pictures:
            self.files(org_id, content)
            self.on_page(org_id, content)
            self.for_google(org_id, content, base_url)

    def facts(self, org_id: str, content: WalletPass) -> dict[Slot, PictureFacts | None]:
        """Return the facts about each picture. None for a picture that the library does not have, or no longer has."""
        found: dict[Slot, PictureFacts | None] = dict.fromkeys(content.pictures)
        for slot, shown in self._shown(org_id, content, tuple(content.pictures)):
            picture = shown.picture
            box = box_of(picture.width, picture.height, shown.placed, shown.frame)
            dark, light = (
                _shades(self._objects, picture, shown.placed, shown.frame)
                if slot == "strip"
                else (0.0, 1.0)
            )
            found[slot] = PictureFacts(picture.width, picture.height, box, dark, light)
        return found

    def _shown(
        self, org_id: str, content: WalletPass, slots: tuple[Slot, ...]
    ) -> Iterator[tuple[Slot, _Shown]]:
        pictures = self._pictures(org_id, content) if slots else {}
        for slot in slots:
            placed = content.pictures[slot]
            picture = pictures.get(placed.media_id)
            if picture is not None:
                yield slot, _Shown(picture, placed, frame_of(slot, content.style))

    def _pictures(self, org_id: str, content: WalletPass) -> Mapping[str, StoredPicture]:
        wanted = {it.media_id for it in content.pictures.values()}
        return stored_pictures(self._session, org_id, wanted)

    def _apple(self, org_id: str, shown: _Shown, scale: int) -> bytes:
        def key(of: int) -> str:
            name = name_of(shown.frame, shown.placed, None)
            return f"org/{org_id}/passes/{shown.picture.media_id}/{name}-{of}.png"

        def draw() -> None:
            drawn = self._drawn(org_id, in_sizes, shown)
            for of, png in drawn.items():
                self._objects.put(key(of), png, "image/png")

        return self._kept(key(scale), draw)

    def _web(self, org_id: str, shown: _Shown) -> bytes:
        name = name_of(shown.frame, shown.placed, None)
        key = f"org/{org_id}/passes/{shown.picture.media_id}/{name}-2.webp"

        def draw() -> None:
            page = self._drawn(org_id, for_page, shown)
            self._objects.put(key, page, "image/webp")

        return self._kept(key, draw)

    def _google(self, org_id: str, shown: _Shown, ground: str | None) -> str:
        name = name_of(shown.frame, shown.placed, ground or "")
        key = f"org/{org_id}/passes/{shown.picture.media_id}/{name}-g.png"

        def draw() -> None:
            png = self._drawn(org_id, for_google, shown, ground)
            self._objects.put(key, png, "image/png")

        self._kept(key, draw)
        return key

    def _kept(self, key: str, draw: Callable[[], None]) -> bytes:
        try:
            return _stored(self._objects, key)
        except ObjectNotFound:
            draw()
            return _stored(self._objects, key)

    def _drawn(
        self, org_id: str, draw: Callable[..., Drawn], shown: _Shown, *more: object
    ) -> Drawn:
        file = self._objects.read(shown.picture.key)
        if self._offload is None:
            return draw_pass_picture(file, draw, shown.placed, shown.frame, *more)
        drawn: Drawn = self._offload.run(
            org_id, draw_pass_picture, file, draw, shown.placed, shown.frame, *more
        )
        return drawn


@lru_cache(maxsize=96)
def _stored(objects: ObjectStore, key: str) -> bytes:
    """Return a drawn picture, from memory if it was read recently. The object under a key never changes."""
    return objects.read(key)


@lru_cache(maxsize=512)
def _shades(
    objects: ObjectStore, picture: StoredPicture, placed: Placed, frame: Frame
) -> tuple[float, float]:
    with Image.open(BytesIO(objects.read(picture.small_key))) as small:
        small.load()
        return luminances(small, box_of(small.width, small.height, placed, frame))
