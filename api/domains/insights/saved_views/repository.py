"""All SQL for saved views."""

from sqlalchemy import Select, delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.insights.saved_views.models import DefaultView, SavedView


class ViewRepository(Repository[SavedView]):
    """Views of one organisation."""

    model = SavedView

    def list_visible(self, org_id: str, caller_id: str) -> list[SavedView]:
        """Return the caller's own and shared views, by name."""
        order = (func.lower(SavedView.name), SavedView.view_id)
        return list(self.session.scalars(self._visible(org_id, caller_id).order_by(*order)))

    def find(self, org_id: str, caller_id: str, view_id: str) -> SavedView | None:
        """Return a view that the caller can see, locked until the transaction ends."""
        seen = self._visible(org_id, caller_id).where(SavedView.view_id == view_id)
        return self.session.scalar(seen.with_for_update())

    def count_own(self, org_id: str, caller_id: str) -> int:
        """Return the number of the caller's own views. Locks the creation of views until the transaction ends."""
        lock_until_commit(self.session, "saved-views", org_id, caller_id)
        own = self.scoped(org_id).where(SavedView.created_by == caller_id)
        return self.session.scalar(select(func.count()).select_from(own.subquery())) or 0

    def save(self, view: SavedView, name: str, query: str, is_shared: bool) -> bool:
        """Write a view with these values. Returns False if its owner has another view with this name."""
        try:
            with self.session.begin_nested():
                view.name, view.query, view.is_shared = name, query, is_shared
                self.session.add(view)
                self.session.flush()
        except IntegrityError as error:
            if "saved_views_name" not in str(error.orig):
                raise
            return False
        return True

    def remove(self, view: SavedView) -> None:
        """Delete a view."""
        self.session.delete(view)
        self.session.flush()

    def default_of(self, org_id: str, caller_id: str) -> str | None:
        """Return the view that the caller's dashboard opens with."""
        mine = select(DefaultView.view_id).where(
            DefaultView.org_id == org_id, DefaultView.caller_id == caller_id
        )
        return self.session.scalar(mine)

    def set_default(self, org_id: str, caller_id: str, view_id: str | None) -> None:
        """Set the view that the caller's dashboard opens with, or none."""
        if view_id is None:
            self.session.execute(
                delete(DefaultView).where(
                    DefaultView.org_id == org_id, DefaultView.caller_id == caller_id
                )
            )
            return
        values = {"org_id": org_id, "caller_id": caller_id, "view_id": view_id}
        statement = insert(DefaultView).values(values)
        self.session.execute(
            statement.on_conflict_do_update(
                index_elements=["org_id", "caller_id"], set_={"view_id": view_id}
            )
        )

    def _visible(self, org_id: str, caller_id: str) -> Select[SavedView]:
        return self.scoped(org_id).where(
            or_(SavedView.created_by == caller_id, SavedView.is_shared)
        )
