"""How much a published form can take, and how much of it is taken.

What is taken is counted from the moment at which a limit is published; a form's limit in all counts
what it took before, too. Lowering a limit takes nothing from who has a place.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import delete, func, select, text, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from api.domains.content.forms.limits import IN_ALL, places_of
from api.domains.content.forms.models import FormPlace
from api.domains.content.forms.published import FormDefinition

_TOOK_BEFORE = text(
    "select count(*) from submissions where org_id = :org_id and page_id = :page_id "
    "and form_id = :form_id and :place = any(places)"
)
_GIVE_TO_THOSE_BEFORE = text(
    "update submissions set places = array_append(places, :place) where org_id = :org_id "
    "and page_id = :page_id and form_id = :form_id and not :place = any(places)"
)


class Place(NamedTuple):
    """An option of a form, or the form in all (with an empty field), and who is in it."""

    form_id: str
    field: str
    option: str
    capacity: int
    taken: int


def publish(session: Session, org_id: str, page_id: str, forms: Iterable[FormDefinition]) -> None:
    """Make a page's places those of its published forms. Who has one keeps it."""
    wanted = {
        (form.form_id, place): capacity
        for form in forms
        for place, capacity in places_of(form.fields, form).items()
    }
    rows = session.execute(
        select(FormPlace.form_id, FormPlace.place).where(
            FormPlace.org_id == org_id, FormPlace.page_id == page_id
        )
    )
    known = {(form_id, place) for form_id, place in rows}
    gone = known - set(wanted)
    if gone:
        session.execute(
            delete(FormPlace).where(
                FormPlace.org_id == org_id,
                FormPlace.page_id == page_id,
                tuple_(FormPlace.form_id, FormPlace.place).in_(sorted(gone)),
            )
        )
    for (form_id, place), capacity in sorted(wanted.items()):
        before = 0
        if (form_id, place) not in known:
            named = {"org_id": org_id, "page_id": page_id, "form_id": form_id, "place": place}
            if place == IN_ALL:  # so that each who is counted gives a place back when they go
                session.execute(_GIVE_TO_THOSE_BEFORE, named)
            before = session.execute(_TOOK_BEFORE, named).scalar_one()
        made = insert(FormPlace).values(
            org_id=org_id,
            page_id=page_id,
            form_id=form_id,
            place=place,
            capacity=capacity,
            taken=before,
        )
        session.execute(
            made.on_conflict_do_update(
                index_elements=["page_id", "form_id", "place"], set_={"capacity": capacity}
            )
        )


def take(session: Session, org_id: str, page_id: str, form_id: str, places: list[str]) -> list[str]:
    """Take one in each place until the transaction ends well; returns the places that are full.

    Always in the same order, so that two who want the same places never wait for each other.
    """
    full: list[str] = []
    for place in sorted(places):
        mine = (
            FormPlace.org_id == org_id,
            FormPlace.page_id == page_id,
            FormPlace.form_id == form_id,
            FormPlace.place == place,
        )
        taken = session.scalar(
            update(FormPlace)
            .where(*mine, FormPlace.taken < FormPlace.capacity)
            .values(taken=FormPlace.taken + 1)
            .returning(FormPlace.place)
            .execution_options(synchronize_session=False)
        )
        if taken is None:
            full.append(place)
    return full


def of_page(session: Session, org_id: str, page_id: str) -> list[Place]:
    """What a page's published forms can take, and what of it is taken."""
    rows = session.execute(
        select(FormPlace.form_id, FormPlace.place, FormPlace.capacity, FormPlace.taken)
        .where(FormPlace.org_id == org_id, FormPlace.page_id == page_id)
        .order_by(FormPlace.form_id, func.length(FormPlace.place) > 0, FormPlace.place)
    )
    found = []
    for form_id, place, capacity, taken in rows:
        field, _, option = place.partition("=") if place != IN_ALL else ("", "", "")
        found.append(Place(form_id, field, option, capacity, taken))
    return found
