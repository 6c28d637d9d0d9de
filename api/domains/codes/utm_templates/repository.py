"""All SQL statements about UTM templates."""

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.codes.utm_templates.models import UtmTemplate


class UtmTemplateRepository(Repository[UtmTemplate]):
    """UTM templates of one organisation, in one session."""

    model = UtmTemplate

    def list_all(self, org_id: str) -> list[UtmTemplate]:
        """Return all templates by name."""
        ordered = self.scoped(org_id).order_by(func.lower(UtmTemplate.name))
        return list(self.session.scalars(ordered))

    def find_for_update(self, org_id: str, template_id: str) -> UtmTemplate | None:
        """Return a template, locked until the transaction ends."""
        own = self.scoped(org_id).where(UtmTemplate.template_id == template_id)
        return self.session.scalar(own.with_for_update())

    def count(self, org_id: str) -> int:
        """Return the number of templates, and lock them until the transaction ends."""
        lock_until_commit(self.session, "utm-templates", org_id)
        own = self.scoped(org_id).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0

    def save(self, template: UtmTemplate, values: dict[str, object]) -> bool:
        """Write a template with these values. Return False if another template has its name."""
        try:
            with self.session.begin_nested():
                for column, value in values.items():
                    setattr(template, column, value)
                self.session.add(template)
                self.session.flush()
        except IntegrityError as error:
            if "utm_templates_name" not in str(error.orig):
                raise
            return False
        return True

    def remove(self, template: UtmTemplate) -> None:
        """Remove a template."""
        self.session.delete(template)
        self.session.flush()
