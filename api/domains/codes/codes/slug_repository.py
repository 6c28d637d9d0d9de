"""All SQL statements about slugs of codes."""

from collections.abc import Sequence

from sqlalchemy import text

from api.db.tenancy import Repository
from api.domains.codes.codes.models import CodeSlug

_PAINTED_WITH = text(
    "select 1 from ai_pictures where org_id = :org_id and media_id = :media_id "
    "and right(content, length(:end)) = :end limit 1"
)


class SlugRepository(Repository[CodeSlug]):
    """Slugs of one organisation's codes."""

    model = CodeSlug

    def find(self, org_id: str, slug: str) -> CodeSlug | None:
        """Return the current row of a slug."""
        statement = self.scoped(org_id).where(CodeSlug.slug == slug)
        return self.session.scalar(statement.execution_options(populate_existing=True))

    def of_code(self, org_id: str, code_id: str) -> Sequence[CodeSlug]:
        """Return the slugs of a code, in the order in which it got them."""
        own = self.scoped(org_id).where(CodeSlug.code_id == code_id)
        return self.session.scalars(own.order_by(CodeSlug.created_at, CodeSlug.slug)).all()

    def painted_with(self, org_id: str, media_id: str | None, slug: str) -> bool:
        """Return whether the picture that the AI studio painted for a code encodes this slug."""
        named = {"org_id": org_id, "media_id": media_id, "end": f"/code/{slug}"}
        return media_id is not None and self.session.scalar(_PAINTED_WITH, named) is not None
