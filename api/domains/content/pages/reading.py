"""Reads pages for other domains."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from api.domains.content.pages.repository import PageRepository


@dataclass(frozen=True, slots=True)
class PageSnapshot:
    """A page, its draft, and the version that visitors see if it is published."""

    page_id: str
    code_id: str | None
    name: str
    vanity_name: str | None
    draft: Mapping[str, Any]
    is_published: bool
    published: Mapping[str, Any] | None


def walk_pages(session: Session, org_id: str) -> Iterator[PageSnapshot]:
    """Yield all pages of an organisation that are in use, oldest first."""
    for page, version in PageRepository(session).walk(org_id):
        yield PageSnapshot(
            page_id=page.page_id,
            code_id=page.code_id,
            name=page.name,
            vanity_name=page.vanity_name,
            draft=page.draft,
            is_published=page.published_version is not None,
            published=version.published if version is not None else None,
        )


def existing_pages(session: Session, org_id: str, page_ids: Collection[str]) -> set[str]:
    """Return those of these pages that are in use."""
    return PageRepository(session).there(org_id, page_ids)


def code_of_page(session: Session, org_id: str, page_id: str) -> str | None:
    """Return the code that an organisation's page belongs to, or None if it has none or does not exist."""
    page = PageRepository(session).find(org_id, page_id)
    return page.code_id if page is not None else None


def pages_with_product(session: Session, org_id: str, product_id: str) -> list[str]:
    """Return the pages that show this product of a shop to visitors."""
    return PageRepository(session).published_with_product(org_id, product_id)
