"""All SQL for the places of forms."""

from collections.abc import Iterable, Mapping

from sqlalchemy import delete, func, select, text, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from api.domains.content.forms.models import FormPlace

_COUNT_SUBMISSIONS = text(
    "select count(*) from submissions where org_id = :org_id and page_id = :page_id "
    "and form_id = :form_id and :place = any(places)"
)
_ASSIGN_TO_ALL = text(
    "update submissions set places = array_append(places, :place) where org_id = :org_id "
    "and page_id = :page_id and form_id = :form_id and not :place = any(places)"
)


class PlaceRepository:
    """Places of forms, accessed through one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def list_keys(self, org_id: str, page_id: str) -> set[tuple[str, str]]:
        """Return form and place of every place of the page."""
        rows = self._session.execute(
            select(FormPlace.form_id, FormPlace.place).where(
                FormPlace.org_id == org_id, FormPlace.page_id == page_id
            )
        )
        return {(form_id, place) for form_id, place in rows}

    def remove(self, org_id: str, page_id: str, keys: Iterable[tuple[str, str]]) -> None:
        """Remove these places."""
        self._session.execute(
            delete(FormPlace).where(
                FormPlace.org_id == org_id,
                FormPlace.page_id == page_id,
                tuple_(FormPlace.form_id, FormPlace.place).in_(sorted(keys)),
            )
        )

    def assign_to_all(self, values: Mapping[str, str]) -> None:
        """Assign this place to every submission of the form."""
        self._session.execute(_ASSIGN_TO_ALL, values)

    def count_submissions(self, values: Mapping[str, str]) -> int:
        """Return how many submissions of the form have this place."""
        counted: int = self._session.execute(_COUNT_SUBMISSIONS, values).scalar_one()
        return counted

    def save(self, values: Mapping[str, str], capacity: int, taken: int) -> None:
        """Insert a place, or change the capacity of an existing one."""
        added = insert(FormPlace).values(**values, capacity=capacity, taken=taken)
        self._session.execute(
            added.on_conflict_do_update(
                index_elements=["page_id", "form_id", "place"], set_={"capacity": capacity}
            )
        )

    def take_one(self, org_id: str, page_id: str, form_id: str, place: str) -> bool:
        """Reserve one unit of a place. Returns False if it is full."""
        taken = self._session.scalar(
            update(FormPlace)
            .where(
                FormPlace.org_id == org_id,
                FormPlace.page_id == page_id,
                FormPlace.form_id == form_id,
                FormPlace.place == place,
                FormPlace.taken < FormPlace.capacity,
            )
            .values(taken=FormPlace.taken + 1)
            .returning(FormPlace.place)
            .execution_options(synchronize_session=False)
        )
        return taken is not None

    def list_page(self, org_id: str, page_id: str) -> list[tuple[str, str, int, int]]:
        """Return form, place, capacity and number taken for every place of the page."""
        rows = self._session.execute(
            select(FormPlace.form_id, FormPlace.place, FormPlace.capacity, FormPlace.taken)
            .where(FormPlace.org_id == org_id, FormPlace.page_id == page_id)
            .order_by(FormPlace.form_id, func.length(FormPlace.place) > 0, FormPlace.place)
        )
        return [(form_id, place, capacity, taken) for form_id, place, capacity, taken in rows]
