"""All statements about pass templates."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.exc import IntegrityError

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.wallet.pass_templates.models import PassTemplate, PassTemplateVersion
from api.kit.pagination import Paging, contains_pattern


class PassTemplateRepository(Repository[PassTemplate]):
    """Templates of one organisation."""

    model = PassTemplate

    def find(self, org_id: str, template_id: str) -> PassTemplate | None:
        """Return a template, or None."""
        return self.session.scalar(
            self.scoped(org_id).where(PassTemplate.template_id == template_id)
        )

    def find_for_update(self, org_id: str, template_id: str) -> PassTemplate | None:
        """Return a template, locked until the transaction ends."""
        own = self.scoped(org_id).where(PassTemplate.template_id == template_id)
        return self.session.scalar(own.with_for_update().execution_options(populate_existing=True))

    def search(
        self, org_id: str, text: str | None, paging: Paging, *, published_only: bool = False
    ) -> tuple[list[PassTemplate], int]:
        """Return a page of templates, by name."""
        found = self.scoped(org_id)
        if published_only:
            found = found.where(PassTemplate.published_version.is_not(None))
        if text:
            found = found.where(PassTemplate.name.ilike(contains_pattern(text)))
        by_name: ColumnElement[str] = func.lower(PassTemplate.name)
        return self.page(found, paging, by_name.asc(), PassTemplate.template_id.asc())

    def there(self, org_id: str, template_ids: Collection[str]) -> set[str]:
        """Return which of these templates exist."""
        own: Any = self.scoped(org_id).where(PassTemplate.template_id.in_(template_ids))
        return set(self.session.scalars(own.with_only_columns(PassTemplate.template_id)))

    def count(self, org_id: str) -> int:
        """Return how many templates there are, and prevent other requests from adding one until the transaction
        ends.
        """
        lock_until_commit(self.session, "pass-templates", org_id)
        own = self.scoped(org_id).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0

    def save(self, template: PassTemplate, values: dict[str, object]) -> bool:
        """Store a template with these values. Return False if another one has its name."""
        try:
            with self.session.begin_nested():
                for column, value in values.items():
                    setattr(template, column, value)
                self.session.add(template)
                self.session.flush()
        except IntegrityError as error:
            if "pass_templates_name" not in str(error.orig):
                raise
            return False
        return True

    def remove(self, template: PassTemplate) -> None:
        """Delete a template with its versions. Passes created from it remain."""
        self.session.delete(template)
        self.session.flush()


class PassTemplateVersionRepository(Repository[PassTemplateVersion]):
    """Published versions of one organisation's templates."""

    model = PassTemplateVersion

    def find(self, org_id: str, template_id: str, version: int) -> PassTemplateVersion | None:
        """Return a version, or None."""
        return self.session.scalar(
            self.scoped(org_id).where(
                PassTemplateVersion.template_id == template_id,
                PassTemplateVersion.version == version,
            )
        )

    def newest(self, org_id: str, template_id: str) -> int:
        """Return the highest version of a template, or 0 if it was never published."""
        highest = select(func.max(PassTemplateVersion.version)).where(
            PassTemplateVersion.org_id == org_id, PassTemplateVersion.template_id == template_id
        )
        return self.session.scalar(highest) or 0

    def list_of(
        self, org_id: str, template_id: str, paging: Paging
    ) -> tuple[list[PassTemplateVersion], int]:
        """Return a page of a template's versions, newest first."""
        own = self.scoped(org_id).where(PassTemplateVersion.template_id == template_id)
        return self.page(own, paging, PassTemplateVersion.version.desc())

    def add(self, row: PassTemplateVersion) -> None:
        """Store a version."""
        self.session.add(row)
        self.session.flush()

    def delete_before(self, org_id: str, template_id: str, version: int) -> None:
        """Delete versions below this one."""
        self.session.execute(
            delete(PassTemplateVersion).where(
                PassTemplateVersion.org_id == org_id,
                PassTemplateVersion.template_id == template_id,
                PassTemplateVersion.version < version,
            )
        )
