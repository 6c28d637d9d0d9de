"""Pages as answers show them."""

from api.domains.pages.models import Page, PageVersion
from api.domains.pages.schemas import PageRead, PageSummary, VersionRead


def public_path(page: Page) -> str:
    """Where visitors see a page."""
    return f"/code/{page.code_id}" if page.code_id else f"/page/{page.page_id}"


def summary(page: Page) -> PageSummary:
    """A page in a list."""
    props = page.draft["root"]["props"]
    language = str(props.get("language", "en"))
    return PageSummary(
        page_id=page.page_id,
        id=page.page_id,
        org_id=page.org_id,
        code_id=page.code_id,
        name=page.name,
        title=str(props.get("title", "")),
        version=page.version,
        published_version=page.published_version,
        published_at=page.published_at,
        is_published=page.published_version is not None,
        has_changes=page.published_version != page.version,
        public_url=public_path(page),
        languages=list(dict.fromkeys([language, *props.get("translations", {})])),
        created_at=page.created_at,
        updated_at=page.updated_at,
    )


def whole(page: Page) -> PageRead:
    """A page with its draft."""
    return PageRead(**summary(page).model_dump(), blocks=page.draft)


def version(row: PageVersion, page: Page) -> VersionRead:
    """What a page was once."""
    return VersionRead(
        version=row.version,
        name=row.name,
        created_at=row.created_at,
        created_by=row.created_by,
        published_at=row.published_at,
        is_draft=row.version == page.version,
        is_published=row.version == page.published_version,
    )
