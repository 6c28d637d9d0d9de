"""Enforces the limits of a form. The database decides between concurrent submissions."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.domains.content.forms import places
from api.domains.content.forms.answers import Value
from api.domains.content.forms.definition import InputType
from api.domains.content.forms.errors import AnsweredAlready, FormIsOver, InvalidAnswers
from api.domains.content.forms.limits import IN_ALL, OnceBy, contact_field, place_of
from api.domains.content.forms.published import FormDefinition
from api.domains.content.forms.repository import SubmissionRepository
from api.domains.people.customers.service import CustomerService


@dataclass(frozen=True, slots=True)
class Answer:
    """A submission before it is stored."""

    org_id: str
    page_id: str
    form: FormDefinition
    values: Mapping[str, Value]
    submission_id: str
    device: str | None
    """The visitor by their cookie. It is unknown for visitors who refuse it, so that the limit per device does not
    apply.
    """


def admit(
    session: Session,
    submissions: SubmissionRepository,
    customers: CustomerService,
    answer: Answer,
    closed_text: str,
) -> list[str]:
    """Enforce one submission per person and reserve places for the chosen options. Returns the reserved places.

    All changes belong to the transaction, and none remain if the submission is refused.

    Raises:
        AnsweredAlready: this person has already answered.
        FormIsOver: the form accepts no more submissions.
        InvalidAnswers: names the fields whose option is full.
    """
    with session.begin_nested():
        for kind in answer.form.once_by or ():
            _only_once(submissions, customers, answer, kind)
        return _take(session, answer, closed_text)


def _take(session: Session, answer: Answer, closed_text: str) -> list[str]:
    wanted = _wanted(answer)
    taken = [place for places_of_field in wanted.values() for place in places_of_field]
    full = set(places.take(session, answer.org_id, answer.page_id, answer.form.form_id, taken))
    if IN_ALL in full:
        raise FormIsOver(closed_text or None)
    if full:
        raise InvalidAnswers(
            {name: "option_full" for name, several in wanted.items() if full & set(several)}
        )
    return taken


def _wanted(answer: Answer) -> dict[str, list[str]]:
    """Return the places that an answer needs, by field name."""
    wanted: dict[str, list[str]] = {}
    for field in answer.form.fields:
        value = answer.values.get(field.name)
        chosen = value if isinstance(value, list) else [value]
        limited = [place_of(field, option) for option in field.capacities or {} if option in chosen]
        if limited:
            wanted[field.name] = limited
    if answer.form.max_submissions is not None:
        wanted[IN_ALL] = [IN_ALL]
    return wanted


def _only_once(
    submissions: SubmissionRepository, customers: CustomerService, answer: Answer, kind: OnceBy
) -> None:
    known_as = _known_as(answer, kind)
    if known_as is None:
        return
    org_id, page_id, form_id = answer.org_id, answer.page_id, answer.form.form_id
    hashed = f"{org_id}:{page_id}:{form_id}:{kind}:{known_as}"
    guest = {
        "org_id": org_id,
        "page_id": page_id,
        "form_id": form_id,
        "known_by": kind.value,
        "digest": hashlib.sha256(hashed.encode()).hexdigest(),
        "submission_id": answer.submission_id,
    }
    if not submissions.add_guest(guest):
        raise AnsweredAlready
    # Also refuse people who answered before the form was limited to one answer.
    if kind is OnceBy.DEVICE:
        before = submissions.answered_form(org_id, page_id, form_id, visitor_id=known_as)
    else:
        customer = customers.find(org_id, **{kind.value: known_as})
        ids = customers.ids_of_person(org_id, customer.customer_id) if customer else []
        before = submissions.answered_form(org_id, page_id, form_id, customer_ids=ids)
    if before:
        raise AnsweredAlready


def _known_as(answer: Answer, kind: OnceBy) -> str | None:
    if kind is OnceBy.DEVICE:
        return answer.device
    input_type = InputType.EMAIL if kind is OnceBy.EMAIL else InputType.PHONE
    field = contact_field(answer.form.fields, input_type)
    value = answer.values.get(field.name) if field is not None else None
    return value if isinstance(value, str) else None
