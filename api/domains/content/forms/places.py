"""The capacity of a published form, and how much of it is taken.

Submissions are counted from the moment at which a limit is published. The limit of a whole form also counts earlier
submissions. Lowering a limit cancels nobody's place.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy.orm import Session

from api.domains.content.forms.limits import IN_ALL, places_of
from api.domains.content.forms.place_repository import PlaceRepository
from api.domains.content.forms.published import FormDefinition


class Place(NamedTuple):
    """An option of a form, or the whole form (with an empty field), with its capacity and the number taken."""

    form_id: str
    field: str
    option: str
    capacity: int
    taken: int


def publish(session: Session, org_id: str, page_id: str, forms: Iterable[FormDefinition]) -> None:
    """Replace a page's places with those of its published forms. Reserved places stay reserved."""
    places = PlaceRepository(session)
    capacities = {
        (form.form_id, place): capacity
        for form in forms
        for place, capacity in places_of(form.fields, form).items()
    }
    existing = places.list_keys(org_id, page_id)
    removed = existing - set(capacities)
    if removed:
        places.remove(org_id, page_id, removed)
    for (form_id, place), capacity in sorted(capacities.items()):
        values = {"org_id": org_id, "page_id": page_id, "form_id": form_id, "place": place}
        taken = 0
        if (form_id, place) not in existing:
            if place == IN_ALL:  # A submission that is deleted later then frees its place.
                places.assign_to_all(values)
            taken = places.count_submissions(values)
        places.save(values, capacity, taken)


def take(session: Session, org_id: str, page_id: str, form_id: str, places: list[str]) -> list[str]:
    """Reserve one of each place, committed with the transaction, and return the places that are full.

    Places are locked in a fixed order, so that concurrent submissions do not deadlock.
    """
    repository = PlaceRepository(session)
    return [
        place
        for place in sorted(places)
        if not repository.take_one(org_id, page_id, form_id, place)
    ]


def of_page(session: Session, org_id: str, page_id: str) -> list[Place]:
    """Return capacity and taken places of a page's published forms."""
    listed = []
    for form_id, place, capacity, taken in PlaceRepository(session).list_page(org_id, page_id):
        field, _, option = place.partition("=") if place != IN_ALL else ("", "", "")
        listed.append(Place(form_id, field, option, capacity, taken))
    return listed
