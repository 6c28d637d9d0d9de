"""What is read of an organisation for its portable export."""

from collections.abc import Iterator, Mapping

from sqlalchemy import func, select
from sqlalchemy.orm import selectinload

from api.auth.models import Organization
from api.db.tenancy import Repository
from api.domains.codes.codes.models import Code, CodeSlug
from api.domains.codes.folders.models import Folder
from api.domains.content.pages.models import Page, PageVersion

_AT_ONCE = 500


class CodesToTake(Repository[Code]):
    """Codes of one organisation, deleted ones too."""

    model = Code

    def count(self, org_id: str) -> int:
        """How many there are."""
        return self.session.scalar(select(func.count()).where(Code.org_id == org_id)) or 0

    def walk(self, org_id: str) -> Iterator[Code]:
        """All of them, the oldest first, with those that they are children of."""
        ordered = self.scoped(org_id).order_by(Code.created_at, Code.code_id)
        loaded = ordered.options(selectinload(Code.base))
        yield from self.session.scalars(loaded.execution_options(yield_per=_AT_ONCE))

    def names(self, org_id: str) -> Mapping[str, list[str]]:
        """The names that codes open under beside their ids."""
        found: dict[str, list[str]] = {}
        statement = select(CodeSlug.code_id, CodeSlug.slug).where(CodeSlug.org_id == org_id)
        for code_id, slug in self.session.execute(statement.order_by(CodeSlug.slug)):
            found.setdefault(code_id, []).append(slug)
        return found


class FoldersToTake(Repository[Folder]):
    """Folders of one organisation."""

    model = Folder

    def all_of(self, org_id: str) -> list[Folder]:
        """All of them."""
        return list(self.session.scalars(self.scoped(org_id).order_by(Folder.folder_id)))


class PagesToTake(Repository[Page]):
    """Pages of one organisation."""

    model = Page

    def walk(self, org_id: str) -> Iterator[tuple[Page, PageVersion | None]]:
        """All that are in use, each with the version that visitors see."""
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

    def organization(self, org_id: str) -> Organization:
        """Whose they are."""
        return self.session.scalars(select(Organization).where(Organization.org_id == org_id)).one()
