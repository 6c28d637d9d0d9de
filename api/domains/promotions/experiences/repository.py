"""All database statements for experiences."""

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.promotions.experiences.errors import invalid, name_taken
from api.domains.promotions.experiences.models import Experience
from api.kit.pagination import Paging


class ExperienceRepository(Repository[Experience]):
    """Experiences of one organisation, in one session."""

    model = Experience

    def list_page(
        self, org_id: str, text: str | None, paging: Paging
    ) -> tuple[list[Experience], int]:
        """Return a page of experiences by name, and the total number."""
        own = self.scoped(org_id)
        if text:
            own = own.where(Experience.name.icontains(text, autoescape=True))
        return self.page(own, paging, func.lower(Experience.name), Experience.experience_id.asc())

    def lock(self, org_id: str, experience_id: str) -> Experience | None:
        """Return an experience of the organisation, locked until the transaction ends, or None."""
        own = self.scoped(org_id).where(Experience.experience_id == experience_id)
        locked = own.with_for_update().execution_options(populate_existing=True)
        return self.session.scalar(locked)

    def count(self, org_id: str) -> int:
        """Return the number of experiences, and prevent other requests from adding one until the transaction ends."""
        lock_until_commit(self.session, "experiences", org_id)
        own = self.scoped(org_id).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0

    def keep(self, experience: Experience) -> None:
        """Store a new or changed experience.

        Raises:
            Invalid: another experience has the name, or there is no such page.
        """
        try:
            with self.session.begin_nested():
                self.session.add(experience)
                self.session.flush()
        except IntegrityError as error:
            if "experiences_name" in str(error.orig):
                raise name_taken() from None
            if "experiences_page" in str(error.orig):
                raise invalid("page_id", "is not the id of a page", "unknown") from None
            raise

    def remove(self, experience: Experience) -> None:
        """Delete an experience."""
        self.session.delete(experience)
        self.session.flush()
