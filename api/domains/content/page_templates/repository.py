"""All SQL for templates of pages."""

from sqlalchemy import delete, func, or_, select

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.content.page_templates.models import PageTemplate


class TemplateRepository(Repository[PageTemplate]):
    """Templates of one organisation, accessed through one session."""

    model = PageTemplate

    def visible(self, org_id: str, caller_id: str) -> list[PageTemplate]:
        """Return shared templates and the caller's own, newest first."""
        statement = self.scoped(org_id).where(
            or_(PageTemplate.is_shared, PageTemplate.created_by == caller_id)
        )
        return list(self.session.scalars(statement.order_by(PageTemplate.created_at.desc())))

    def count(self, org_id: str) -> int:
        """Return how many there are. Locks templates until the transaction ends."""
        lock_until_commit(self.session, "page-templates", org_id)
        rows = self.scoped(org_id).subquery()
        return self.session.scalar(select(func.count()).select_from(rows)) or 0

    def add(self, template: PageTemplate) -> None:
        """Insert a template."""
        self.session.add(template)
        self.session.flush()

    def remove(self, org_id: str, caller_id: str, template_id: str) -> bool:
        """Delete a template that is shared or the caller's own. Returns False if there is none."""
        gone = (
            delete(PageTemplate)
            .where(PageTemplate.org_id == org_id, PageTemplate.template_id == template_id)
            .where(or_(PageTemplate.is_shared, PageTemplate.created_by == caller_id))
        )
        return self.session.scalar(gone.returning(PageTemplate.template_id)) is not None
