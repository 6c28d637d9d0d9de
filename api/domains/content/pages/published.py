"""Published pages for visitors' requests, cached in memory until the database reports a change."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from api.db.invalidation import InvalidatedCache
from api.db.visitor_pool import VisitorDatabase
from api.domains.codes.codes.types import ResolvedCode
from api.domains.content.pages.slots import WallPicture, walls_in
from api.domains.content.pages.visitor_repository import (
    find_page_id,
    find_published,
    find_sender,
)
from api.domains.content.pages.wall_repository import newest_pictures
from api.domains.people.segments.visitor_reading import segments_of_visitor
from api.kit.request_context import is_served
from api.rendering.visitor_pages.brand import Brand
from api.rendering.visitor_pages.theme import Theme
from api.rendering.visitor_pages.tokens import Look, look_of

CHANNEL = "page_changed"
MAX_ENTRIES = 2_000


@dataclass(frozen=True, slots=True)
class InLanguage:
    """A page rendered in one language."""

    html: str
    css: str
    needs_script: bool
    title: str
    description: str


@dataclass(frozen=True, slots=True)
class PublishedPage:
    """The published version of a page that visitors see."""

    page_id: str
    org_id: str
    code_id: str | None
    name: str
    version: int
    brand: Brand
    look: Look
    default_language: str
    languages: Mapping[str, InLanguage]
    preview_image: str
    success: Mapping[str, Mapping[str, Mapping[str, str]]]
    has_welcome: bool
    """Whether returning visitors are welcomed with different content."""
    forms: Mapping[str, Mapping[str, Any]]
    """The opening times of its forms, and their places, by form ID."""
    audiences: Mapping[str, Mapping[str, Any]]
    """The audiences of its blocks that are not for everybody, by block ID."""
    is_full: frozenset[str]
    """Places that are full, such as `form:field=option`; `form:` is a whole form."""

    @property
    def confirms(self) -> bool:
        """Whether one of its forms needs the passcode that was sent to a phone."""
        return any(form.get("confirms") for form in self.forms.values())


class Returning(NamedTuple):
    """A visitor who has sent a form of this page before, and the first name that they gave."""

    first_name: str | None


class PublishedPages:
    """Published pages by their own ID or by their code's."""

    def __init__(self, database: VisitorDatabase, monotonic: Callable[[], float]) -> None:
        self._pool = database.pool
        self._by_page = InvalidatedCache(
            database.changes, CHANNEL, self._load, monotonic, max_entries=MAX_ENTRIES
        )

    async def of_page(self, page_id: str) -> PublishedPage | None:
        """Return the page with this ID, if it is published and served on the requested host."""
        page = await self._by_page.find(page_id) if page_id.startswith("page_") else None
        return page if page is not None and is_served(page.org_id) else None

    async def of_code(self, code: ResolvedCode) -> PublishedPage | None:
        """Return the page that a code opens: its own, else that of its base."""
        page = await self._by_page.find(code.code_id)
        if page is None and code.base_code_id is not None:
            page = await self._by_page.find(code.base_code_id)
        return page if page is not None and page.org_id == code.org_id else None

    async def id_of_name(self, vanity_name: str) -> str | None:
        """Return the ID of the published page with this vanity name."""
        return await find_page_id(self._pool, vanity_name.lower())

    async def returning(self, page: PublishedPage, visitor_id: str) -> Returning | None:
        """Return the visitor's details if they have sent a form of the page before, else None."""
        row = await find_sender(self._pool, page.org_id, page.page_id, visitor_id)
        return Returning(*row) if row is not None else None

    async def segments_of(
        self, page: PublishedPage, visitor_id: str | None
    ) -> frozenset[str] | None:
        """Return the segments of the visitor's customer. They are fetched only if a block of the page is limited to
        segments.
        """
        if not any("for_segments" in audience for audience in page.audiences.values()):
            return None
        return await segments_of_visitor(self._pool, page.org_id, visitor_id)

    async def walls_of(self, page: PublishedPage, html: str) -> dict[str, list[WallPicture]]:
        """Return the newest pictures of the walls that the page's HTML shows."""
        return await newest_pictures(self._pool, page.org_id, walls_in(html))

    async def _load(self, key: str) -> PublishedPage | None:
        row = await find_published(self._pool, key)
        return _read(row) if row is not None else None


def _read(row: dict[str, Any]) -> PublishedPage:
    published, look = row["published"], row["org_brand"]
    brand = Brand.of(row["org_id"], row["org_name"], row["org_logo"], look, row["visitor_consent"])
    return PublishedPage(
        page_id=row["page_id"],
        org_id=row["org_id"],
        code_id=row["code_id"],
        name=row["name"],
        version=row["published_version"],
        brand=brand,
        look=look_of(
            Theme.read(published.get("theme")) or brand.theme,
            brand.color,
            published.get("background") or "",
        ),
        default_language=published["default"],
        languages=drawn(published),
        preview_image=published["preview_image"],
        has_welcome=any("<!--wp:welcome:" in it["html"] for it in published["languages"].values()),
        forms=published.get("forms", {}),
        audiences=published.get("audiences", {}),
        is_full=frozenset(row["is_full"] or ()),
        success={name: it["success"] for name, it in published["languages"].items()},
    )


def drawn(published: Mapping[str, Any]) -> dict[str, InLanguage]:
    """Return the languages of a published version."""
    return {
        name: InLanguage(
            html=it["html"],
            css=it["css"],
            needs_script=it["needs_script"],
            title=it["title"],
            description=it["description"],
        )
        for name, it in published["languages"].items()
    }
