"""Copies a code's pages to a copy of the code. They are rendered again, because forms and links contain the
code's ID.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from api.domains.content.page_blocks.blocks import read_page
from api.domains.content.pages.errors import TooManyPages
from api.domains.content.pages.models import Page
from api.domains.content.pages.publishing import Publisher, copies_on
from api.domains.content.pages.repository import PageRepository
from api.domains.content.pages.service import MAX_PAGES
from api.domains.content.shop_products.reading import with_products_now
from api.rendering.visitor_pages.brand import Brand


class PageCopies:
    """Copies pages of the organisation that the session has entered."""

    def __init__(
        self,
        session: Session,
        publisher: Publisher,
        *,
        sync_polls: Callable[[str, str, Sequence[Mapping[str, Any]]], object],
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._pages = PageRepository(session)
        self._publisher = publisher
        self._sync_polls = sync_polls
        self._now = now
        self._new_id = new_id

    def copy(
        self, org_id: str, created_by: str, brand: Brand, from_code: str, to_code: str
    ) -> dict[str, str]:
        """Copy another code's pages, published and unpublished, to a code.

        Earlier versions and vanity names stay with the originals. Returns the ID of the copy for each original.
        """
        originals = self._pages.of_code(org_id, from_code)
        if not originals:
            return {}
        self._pages.lock_all(org_id)
        if self._pages.count(org_id) + len(originals) > MAX_PAGES:
            raise TooManyPages
        return {
            page.page_id: self._copy(org_id, created_by, brand, page, to_code) for page in originals
        }

    def _copy(
        self, org_id: str, created_by: str, brand: Brand, original: Page, code_id: str
    ) -> str:
        shown = None
        if original.published_version is not None:
            shown = self._pages.find_version(org_id, original.page_id, original.published_version)
        page = Page(
            page_id=self._new_id("page"),
            org_id=org_id,
            code_id=code_id,
            name=original.name,
            draft=shown.blocks if shown is not None else original.draft,
            version=1,
            created_at=self._now,
            created_by=created_by,
            updated_at=self._now,
        )
        self._pages.add(page)
        if shown is not None:
            self._publish(page, brand, code_id)
            if original.draft != shown.blocks:
                page.draft = original.draft
                page.version += 1
                self._pages.add_version(page)
        self._pages.save()
        return page.page_id

    def _publish(self, page: Page, brand: Brand, code_id: str) -> None:
        # The data was checked when it was saved. Private addresses in it, if any, were allowed
        # then.
        data = read_page(page.draft, may_be_private=True)
        data = with_products_now(self._pages.session, page.org_id, data)
        version = self._pages.find_version(page.org_id, page.page_id, page.version)
        assert version is not None, "a page is added with its first version"
        version.published = self._publisher.publish(
            data,
            brand,
            page.page_id,
            code_id,
            copies_on(self._pages.session, page.org_id, data, brand),
        )
        version.published_at = page.published_at = self._now
        page.published_version = page.version
        self._sync_polls(page.org_id, code_id, page.draft["content"])
        self._pages.publish_places(page, data.forms)
