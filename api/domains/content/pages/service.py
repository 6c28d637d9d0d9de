"""Rules of pages for their editors: drafts, versions, publishing."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy.orm import Session

from api.domains.codes.codes.errors import CodeNotFound, invalid_field
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.types import PAGE_KINDS, CodeKind, CodeRow
from api.domains.content.forms.places import Place
from api.domains.content.media_library.reading import smallest_copies
from api.domains.content.page_blocks.blocks import PageData, headless, read_page, unfinished
from api.domains.content.page_blocks.errors import invalid_page
from api.domains.content.pages import starters
from api.domains.content.pages.errors import (
    PageChanged,
    PageNotFound,
    TooManyPages,
    VanityNameTaken,
    VersionNotFound,
)
from api.domains.content.pages.models import Page, PageVersion
from api.domains.content.pages.publishing import Publisher, copies_on
from api.domains.content.pages.repository import PageRepository
from api.domains.content.pages.schemas import Action, GenPage, ListPages, ListVersions, UpdatePage
from api.domains.content.shop_products.reading import with_products_now
from api.kit.errors import FieldError
from api.rendering.visitor_pages.brand import Brand

MAX_PAGES = 5_000

SyncPolls = Callable[[str, str, Sequence[Mapping[str, Any]]], object]
"""Opens the polls of a code's published blocks and closes its others."""


Existing = Callable[[str, Collection[str]], Collection[str]]
"""Returns those of these walls, or games, that the organisation has."""


class PageService:
    """Pages of the organisation that the session has entered."""

    def __init__(
        self,
        session: Session,
        codes: CodeService,
        publisher: Publisher,
        *,
        sync_polls: SyncPolls,
        existing_walls: Existing,
        existing_games: Existing,
        may_be_private: bool,
        can_confirm: bool,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._sync_polls = sync_polls
        self._walls_there = existing_walls
        self._games_there = existing_games
        self._pages = PageRepository(session)
        self._codes = codes
        self._publisher = publisher
        self._may_be_private = may_be_private
        self._can_confirm = can_confirm
        self._now = now
        self._new_id = new_id

    def read(self, blocks: dict[str, Any]) -> PageData:
        """Validate the data of a page."""
        return read_page(blocks, may_be_private=self._may_be_private)

    def accept(self, blocks: dict[str, Any], stored: dict[str, Any] | None = None) -> PageData:
        """Validate data before it replaces the stored data."""
        data = self.read(blocks)
        problems = headless(data, stored)
        if problems:
            raise invalid_page(problems)
        return data

    def create(
        self, org_id: str, created_by: str, body: GenPage, template: dict[str, Any] | None
    ) -> Page:
        """Create a page as a draft."""
        code = self._page_code(org_id, body.code_id)
        self._pages.lock_all(org_id)
        if self._pages.count(org_id) >= MAX_PAGES:
            raise TooManyPages
        blocks = body.blocks or template
        if blocks is None:
            is_form = code is not None and code.type == CodeKind.FORM
            blocks = starters.sign_up_page() if is_form else starters.empty_page()
        data = self.read(blocks) if body.blocks is None else self.accept(blocks)
        page = Page(
            page_id=self._new_id("page"),
            org_id=org_id,
            code_id=body.code_id,
            name=body.name or data.root.title[:200] or (code.name if code else "New page"),
            draft=data.dump(),
            version=1,
            created_at=self._now,
            created_by=created_by,
            updated_at=self._now,
        )
        self._pages.add(page)
        return page

    def get(self, org_id: str, page_id: str) -> Page:
        """Return a page."""
        page = self._pages.find(org_id, page_id)
        if page is None:
            raise PageNotFound
        return page

    def of_code(self, org_id: str, code: CodeRow) -> Page | None:
        """Return the page that opening a code shows, including that of a child's base. As a last resort, this is a page
        that is not published yet.
        """
        named = (code.code_id, code.base_code_id)
        found = [
            self._pages.pages_shown_by(org_id, code_id) for code_id in named if code_id is not None
        ]
        pages = [page for page in found if page is not None]
        shown = [page for page in pages if page.published_version is not None]
        return next(iter(shown or pages), None)

    def list_pages(self, org_id: str, body: ListPages) -> tuple[list[Page], int]:
        """Return pages and their total number. If a code is named, it must belong to the organisation."""
        if body.code_id is not None:
            self._codes.get(org_id, body.code_id)
        return self._pages.list_pages(org_id, body)

    def list_versions(self, org_id: str, body: ListVersions) -> tuple[list[PageVersion], int]:
        """Return the versions of a page, newest first."""
        self.get(org_id, body.page_id)
        return self._pages.list_versions(org_id, body)

    def update(self, org_id: str, brand: Brand, body: UpdatePage) -> Page:
        """Save a draft, publish or unpublish it, or restore an earlier version."""
        published = None
        if body.action is Action.PUBLISH:
            published = self._drawn(org_id, brand, body)
        page = self._pages.find_for_update(org_id, body.page_id)
        if page is None:
            raise PageNotFound
        self._check_version(page, body)
        if published is not None and body.blocks is None and published[0] != page.version:
            raise PageChanged(version=page.version)
        if "code_id" in body.model_fields_set and body.code_id != page.code_id:
            self._move(org_id, page, body.code_id)
        if (
            "vanity_name" in body.model_fields_set
            and body.vanity_name != page.vanity_name
            and not self._pages.take_vanity_name(page, body.vanity_name)
        ):
            raise VanityNameTaken
        self._save(org_id, page, body)
        if published is not None:
            self._publish(org_id, page, published[1])
        elif body.action is Action.UNPUBLISH:
            self._withdraw(page)
        self._pages.save()
        return page

    def delete(self, org_id: str, page_id: str) -> Page:
        """Delete a page. Submissions made on it are not deleted."""
        page = self._pages.find_for_update(org_id, page_id)
        if page is None:
            raise PageNotFound
        self._withdraw(page)
        page.deleted_at = page.updated_at = self._now
        page.vanity_name = None
        self._pages.save()
        return page

    def places(self, org_id: str, page_id: str) -> list[Place]:
        """Return the places of the page's published forms, with the number taken."""
        return self._pages.places_of(org_id, self.get(org_id, page_id).page_id)

    def data_to_show(
        self, org_id: str, page_id: str, blocks: dict[str, Any] | None, version: int | None
    ) -> tuple[Page, PageData]:
        """Return a page with these blocks, else with those of a version, else with its draft."""
        page = self.get(org_id, page_id)
        if blocks is None:
            blocks = self._version(org_id, page_id, version).blocks if version else page.draft
        return page, self.read(blocks)

    def problems(self, org_id: str, page_id: str) -> list[FieldError]:
        """Return what the page's draft lacks before it can be published."""
        page, data = self.data_to_show(org_id, page_id, None, None)
        return self._unfinished(org_id, data, page.code_id)

    def draw(self, page: Page, data: PageData, brand: Brand, language: str) -> dict[str, Any]:
        """Render a page as visitors would see it in this language."""
        data = with_products_now(self._pages.session, page.org_id, data)
        copies = copies_on(self._pages.session, page.org_id, data, brand)
        return self._publisher.draw(data, language, brand, page.page_id, page.code_id, copies)

    def small_pictures(self, page: Page) -> dict[str, str]:
        """Return the address of the smallest copy for each picture of the media library on a page's draft, by the
        picture's address.
        """
        text = orjson.dumps(page.draft).decode()
        return smallest_copies(self._pages.session, page.org_id, text)

    def _drawn(self, org_id: str, brand: Brand, body: UpdatePage) -> tuple[int, dict[str, Any]]:
        """Render the page before anything is locked, and return it with the version that was rendered."""
        page, data = self.data_to_show(org_id, body.page_id, body.blocks, None)
        self._check_version(page, body)
        code_id = body.code_id if "code_id" in body.model_fields_set else page.code_id
        problems = self._unfinished(org_id, data, code_id)
        if problems:
            raise invalid_page(problems)
        data = with_products_now(self._pages.session, org_id, data)
        copies = copies_on(self._pages.session, org_id, data, brand)
        drawn = self._publisher.publish(data, brand, page.page_id, page.code_id, copies)
        return page.version, drawn

    def _unfinished(self, org_id: str, data: PageData, code_id: str | None) -> list[FieldError]:
        walls = self._walls_there(org_id, data.wall_ids) if data.wall_ids else ()
        games = self._games_there(org_id, data.game_ids) if data.game_ids else ()
        return unfinished(
            data,
            has_code=code_id is not None,
            walls=walls,
            games=games,
            can_confirm=self._can_confirm,
        )

    def _check_version(self, page: Page, body: UpdatePage) -> None:
        """Refuse to save or publish a change that is based on an older version."""
        is_read = body.action is not Action.RESTORE and body.version is not None
        if is_read and body.version != page.version:
            raise PageChanged(version=page.version)

    def _save(self, org_id: str, page: Page, body: UpdatePage) -> None:
        name, draft = page.name, page.draft
        if body.action is Action.RESTORE:
            if body.version is None:
                raise invalid_field(
                    "version", "is required, to say which version to restore", "missing"
                )
            draft = self.read(self._version(org_id, page.page_id, body.version).blocks).dump()
        elif body.blocks is not None:
            draft = self.accept(body.blocks, page.draft).dump()
        if body.name is not None:
            name = body.name
        if (name, draft) == (page.name, page.draft):
            return
        page.name, page.draft = name, draft
        page.version += 1
        page.updated_at = self._now
        self._pages.add_version(page)
        self._carry_on(org_id, page)

    def _carry_on(self, org_id: str, page: Page) -> None:
        """Mark the draft as published if it equals what visitors see, for example after an undo or a rename."""
        if page.published_version is None:
            return
        shown = self._version(org_id, page.page_id, page.published_version)
        if shown.blocks == page.draft:
            version = self._version(org_id, page.page_id, page.version)
            version.published, version.published_at = shown.published, shown.published_at
            page.published_version = page.version

    def _publish(self, org_id: str, page: Page, published: dict[str, Any]) -> None:
        version = self._version(org_id, page.page_id, page.version)
        version.published = published
        version.published_at = self._now
        if page.code_id is not None:
            self._pages.unpublish_others(page, self._now)
            self._sync_polls(org_id, page.code_id, page.draft["content"])
        self._pages.publish_places(page, self.read(page.draft).forms)
        page.published_version, page.published_at = page.version, self._now

    def _withdraw(self, page: Page) -> None:
        """Unpublish a page, and close its polls."""
        was_shown = page.published_version is not None
        page.published_version = page.published_at = None
        if was_shown and page.code_id is not None:
            self._sync_polls(page.org_id, page.code_id, ())

    def _move(self, org_id: str, page: Page, code_id: str | None) -> None:
        """Assign a page to another code. Visitors see it there once it is published again."""
        self._page_code(org_id, code_id)
        self._withdraw(page)
        page.code_id = code_id
        page.updated_at = self._now

    def _version(self, org_id: str, page_id: str, version: int) -> PageVersion:
        found = self._pages.find_version(org_id, page_id, version)
        if found is None:
            raise VersionNotFound
        return found

    def _page_code(self, org_id: str, code_id: str | None) -> CodeRow | None:
        if code_id is None:
            return None
        code = self._codes.get(org_id, code_id)
        if code.deleted_at is not None:
            raise CodeNotFound
        if CodeKind(code.type) not in PAGE_KINDS:
            raise invalid_field("code_id", "is a code of a type that has no page", "no_page")
        return code
