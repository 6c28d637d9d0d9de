"""All SQL for pages on the editors' side."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, or_, select, update
from sqlalchemy.exc import IntegrityError

from api.db.advisory_locks import lock_until_commit
from api.db.listing import Columns
from api.db.tenancy import Repository
from api.domains.content.forms import places
from api.domains.content.page_blocks.block_props import Form
from api.domains.content.pages.models import Page, PageVersion
from api.domains.content.pages.schemas import ListPages, ListVersions
from api.kit.pagination import contains_pattern

MAX_VERSIONS = 100

_ORDERS: dict[str, ColumnElement[Any]] = {
    "created_at": Page.created_at.asc(),
    "-created_at": Page.created_at.desc(),
    "updated_at": Page.updated_at.asc(),
    "-updated_at": Page.updated_at.desc(),
    "name": func.lower(Page.name).asc(),
    "-name": func.lower(Page.name).desc(),
}


_VERSIONS = Columns(
    searched=(PageVersion.name,),
    ordered={
        "version": PageVersion.version,
        "name": PageVersion.name,
        "created_at": PageVersion.created_at,
        "published_at": PageVersion.published_at,
    },
    default_sort="-version",
)


class PageRepository(Repository[Page]):
    """Pages of one organisation, accessed through one session."""

    model = Page

    def add(self, page: Page) -> None:
        """Insert a page with its first version."""
        self.session.add(page)
        self.session.flush()
        self.add_version(page)

    def lock_all(self, org_id: str) -> None:
        """Lock the organisation's pages until the transaction ends, so that a count stays correct."""
        lock_until_commit(self.session, "pages", org_id)

    def of_code(self, org_id: str, code_id: str) -> list[Page]:
        """Return all pages of a code, oldest first."""
        statement = self.scoped(org_id).where(Page.code_id == code_id, Page.deleted_at.is_(None))
        return list(self.session.scalars(statement.order_by(Page.created_at, Page.page_id)))

    def pages_shown_by(self, org_id: str, code_id: str) -> Page | None:
        """Return the published page of a code, else the most recently edited one."""
        statement = self.scoped(org_id).where(Page.code_id == code_id, Page.deleted_at.is_(None))
        first = statement.order_by(
            Page.published_version.is_(None), Page.updated_at.desc(), Page.page_id
        )
        return self.session.scalar(first.limit(1))

    def take_vanity_name(self, page: Page, name: str | None) -> bool:
        """Set or clear a page's vanity name. Returns False if another page has it."""
        try:
            with self.session.begin_nested():
                page.vanity_name = name
                self.session.flush()
        except IntegrityError:
            self.session.refresh(page)
            return False
        return True

    def there(self, org_id: str, page_ids: Collection[str]) -> set[str]:
        """Return those of these pages that are in use."""
        own: Any = self.scoped(org_id).where(Page.page_id.in_(page_ids), Page.deleted_at.is_(None))
        return set(self.session.scalars(own.with_only_columns(Page.page_id)))

    def count(self, org_id: str) -> int:
        """Return the number of pages."""
        alive = self.scoped(org_id).where(Page.deleted_at.is_(None))
        return self.session.scalar(select(func.count()).select_from(alive.subquery())) or 0

    def find(self, org_id: str, page_id: str) -> Page | None:
        """Return a page that is not deleted."""
        return self.session.scalar(
            self.scoped(org_id).where(Page.page_id == page_id, Page.deleted_at.is_(None))
        )

    def find_for_update(self, org_id: str, page_id: str) -> Page | None:
        """Return a page, locked until the transaction ends."""
        statement = self.scoped(org_id).where(Page.page_id == page_id, Page.deleted_at.is_(None))
        return self.session.scalar(
            statement.with_for_update().execution_options(populate_existing=True)
        )

    def walk(self, org_id: str) -> Iterator[tuple[Page, PageVersion | None]]:
        """Yield all pages in use, oldest first, each with the version that visitors see."""
        statement = (
            select(Page, PageVersion)
            .outerjoin(
                PageVersion,
                (PageVersion.page_id == Page.page_id)
                & (PageVersion.version == Page.published_version),
            )
            .where(Page.org_id == org_id, Page.deleted_at.is_(None))
            .order_by(Page.created_at, Page.page_id)
        )
        yield from ((row[0], row[1]) for row in self.session.execute(statement))

    def list_pages(self, org_id: str, body: ListPages) -> tuple[list[Page], int]:
        """Return one page of results and the total number of matches."""
        matching = self.scoped(org_id).where(Page.deleted_at.is_(None))
        if body.code_id is not None:
            matching = matching.where(Page.code_id == body.code_id)
        if body.filter:
            pattern = contains_pattern(body.filter)
            title = Page.draft["root"]["props"]["title"].astext
            matching = matching.where(or_(Page.name.ilike(pattern), title.ilike(pattern)))
        order = _ORDERS[body.sort or "-updated_at"]
        return self.page(matching, body.paging, order, Page.page_id.asc())

    def save(self) -> None:
        """Write pending changes."""
        self.session.flush()

    def add_version(self, page: Page) -> None:
        """Store the page's current state as a version, and delete the oldest versions that were never published."""
        self.session.add(
            PageVersion(
                page_id=page.page_id,
                version=page.version,
                org_id=page.org_id,
                name=page.name,
                blocks=page.draft,
                published=None,
                published_at=None,
                created_at=page.updated_at,
                created_by=page.created_by,
            )
        )
        self.session.flush()
        self.session.execute(
            delete(PageVersion).where(
                PageVersion.org_id == page.org_id,
                PageVersion.page_id == page.page_id,
                PageVersion.version <= page.version - MAX_VERSIONS,
                PageVersion.published.is_(None),
            )
        )

    def find_version(self, org_id: str, page_id: str, version: int) -> PageVersion | None:
        """Return one version of a page."""
        return self.session.scalar(
            select(PageVersion).where(
                PageVersion.org_id == org_id,
                PageVersion.page_id == page_id,
                PageVersion.version == version,
            )
        )

    def published_ids(self, org_id: str) -> list[str]:
        """Return the IDs of all pages that visitors see."""
        rows = self.session.scalars(
            self.scoped(org_id)
            .with_only_columns(Page.page_id)
            .where(Page.published_version.is_not(None), Page.deleted_at.is_(None))
            .order_by(Page.page_id)
        )
        return list(rows)

    def published_with_product(self, org_id: str, product_id: str) -> list[str]:
        """Return the pages whose published version has this product of a shop."""
        block = {"type": "Product", "props": {"shop_product_id": product_id}}
        rows = self.session.scalars(
            self.scoped(org_id)
            .with_only_columns(Page.page_id)
            .join(
                PageVersion,
                and_(
                    PageVersion.page_id == Page.page_id,
                    PageVersion.version == Page.published_version,
                    PageVersion.org_id == org_id,
                ),
            )
            .where(Page.deleted_at.is_(None), PageVersion.blocks.contains({"content": [block]}))
            .order_by(Page.page_id)
        )
        return list(rows)

    def find_published(self, org_id: str, page_id: str) -> tuple[Page, PageVersion] | None:
        """Return a page and the version of it that visitors see."""
        page = self.find(org_id, page_id)
        if page is None or page.published_version is None:
            return None
        version = self.find_version(org_id, page_id, page.published_version)
        return (page, version) if version is not None else None

    def replace_drawing(
        self, org_id: str, page_id: str, version: int, published: dict[str, Any]
    ) -> int:
        """Replace the rendering of a version if that version is still shown. Returns 1 if it is, else 0."""
        page = self.find_for_update(org_id, page_id)
        found = self.find_version(org_id, page_id, version)
        if page is None or found is None or page.published_version != version:
            return 0
        found.published = published
        # The page's row changes too, which is what notifies the web processes.
        self.session.execute(
            update(Page)
            .where(Page.org_id == org_id, Page.page_id == page_id)
            .values(published_at=Page.published_at)
        )
        self.session.flush()
        return 1

    def list_versions(self, org_id: str, body: ListVersions) -> tuple[list[PageVersion], int]:
        """Return versions, newest first unless sorted otherwise, and the total number."""
        mine = select(PageVersion).where(
            PageVersion.org_id == org_id, PageVersion.page_id == body.page_id
        )
        matching = _VERSIONS.matching(mine, body)
        total = self.session.scalar(select(func.count()).select_from(matching.subquery())) or 0
        rows = self.session.scalars(
            matching.order_by(_VERSIONS.order(body), PageVersion.version.desc())
            .limit(body.paging.page_size)
            .offset(body.paging.offset)
        )
        return list(rows), total

    def publish_places(self, page: Page, forms: Iterable[Form]) -> None:
        """Replace the page's places with those of these forms."""
        places.publish(self.session, page.org_id, page.page_id, forms)

    def places_of(self, org_id: str, page_id: str) -> list[places.Place]:
        """Return the places of the page's published forms."""
        return places.of_page(self.session, org_id, page_id)

    def unpublish_others(self, page: Page, now: datetime) -> Sequence[str]:
        """Unpublish the other pages of this page's code, because a code shows one page."""
        # Concurrent publications for one code run one after the other here. The unique index
        # guarantees the result.
        lock_until_commit(self.session, "page-of", page.code_id or "")
        statement = (
            update(Page)
            .where(
                Page.org_id == page.org_id,
                Page.code_id == page.code_id,
                Page.page_id != page.page_id,
                Page.published_version.is_not(None),
            )
            .values(published_version=None, published_at=None, updated_at=now)
            .returning(Page.page_id)
        )
        return list(self.session.scalars(statement))

    def published(
        self, org_id: str, page_id: str | None, code_id: str | None
    ) -> tuple[Page, PageVersion] | None:
        """Return the page that visitors see and the version they see, by the page's own ID or by its code."""
        joined = and_(
            PageVersion.page_id == Page.page_id, PageVersion.version == Page.published_version
        )
        statement = (
            select(Page, PageVersion)
            .join(PageVersion, joined)
            .where(Page.org_id == org_id, Page.deleted_at.is_(None))
        )
        if page_id is not None:
            statement = statement.where(Page.page_id == page_id)
        if code_id is not None:
            statement = statement.where(Page.code_id == code_id)
        row = self.session.execute(statement.limit(1)).one_or_none()
        return (row[0], row[1]) if row is not None else None
