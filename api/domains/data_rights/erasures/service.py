"""Starts and lists erasures."""

from collections.abc import Callable
from datetime import datetime
from typing import cast

from api.auth.member import Member
from api.domains.content.forms.verification.service import e164
from api.domains.data_rights.erasures.errors import (
    AddressNotFound,
    CustomerNotFound,
    ErasureNotFound,
    names_the_person,
    subject_required,
)
from api.domains.data_rights.erasures.models import Erasure
from api.domains.data_rights.erasures.repository import ErasureRepository
from api.domains.data_rights.erasures.schemas import (
    ErasePerson,
    ErasureRead,
    ErasureStarted,
    State,
    Subject,
)
from api.domains.people.customers.contacts import normalised_email
from api.domains.people.customers.service import CustomerService
from api.jobs.queue import Jobs
from api.kit.pagination import ListBody

JOB = "erasures.person"
SUBJECTS = {"customer_id", "email", "phone", "visitor_id", "erasure_id"}


class ErasureService:
    """Erasures of one organisation."""

    def __init__(
        self,
        erasures: ErasureRepository,
        customers: CustomerService,
        jobs: Jobs,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._erasures = erasures
        self._customers = customers
        self._jobs = jobs
        self._now = now
        self._new_id = new_id

    def start(self, me: Member, body: ErasePerson, region: str) -> ErasureStarted:
        """Start to erase a person, or continue an unfinished erasure of them.

        A phone number without a country code belongs to `region`.

        Raises:
            CustomerNotFound, AddressNotFound: the organisation has no such customer.
            ErasureNotFound: there is no such erasure to continue.
        """
        if len(body.model_dump(include=SUBJECTS, exclude_none=True)) != 1:
            raise subject_required()
        erasure = self._find_or_add(me, body, region)
        job_id = self._jobs.enqueue(
            me.org_id,
            JOB,
            {"erasure_id": erasure.erasure_id},
            created_by=me.caller_id,
            is_bulk=True,
        )
        return ErasureStarted(erasure_id=erasure.erasure_id, job_id=job_id)

    def _find_or_add(self, me: Member, body: ErasePerson, region: str) -> Erasure:
        """Return an unfinished erasure of this person, or a new one."""
        if body.erasure_id is not None:
            erasure = self._erasures.find(me.org_id, body.erasure_id)
            if erasure is None or erasure.state == "done":
                raise ErasureNotFound
            return erasure
        customer_id = body.customer_id
        if body.email is not None or body.phone is not None:
            customer_id = self._customer(me.org_id, body, region)
        if body.reason is not None and customer_id is not None:
            self._require_nameless(me.org_id, customer_id, body.reason)
        person = {"customer_id": customer_id, "visitor_id": body.visitor_id}
        found = self._erasures.unfinished(me.org_id, person) or self._new(me, person)
        found.reason = found.reason or body.reason
        return found

    def _require_nameless(self, org_id: str, customer_id: str, reason: str) -> None:
        """Refuse a reason that contains data of the person, which would survive the erasure."""
        text = reason.casefold()
        for profile_id in self._customers.ids_of_person(org_id, customer_id):
            profile = self._customers.find_profile(org_id, profile_id)
            if profile is None:
                continue
            name = f"{profile.first_name or ''} {profile.last_name or ''}".strip()
            whole = profile.first_name and profile.last_name
            contacts = self._customers.contacts(profile)
            known = (contacts.email, contacts.phone, profile.number, name if whole else None)
            if any(it and it.casefold() in text for it in known):
                raise names_the_person()

    def _customer(self, org_id: str, body: ErasePerson, region: str) -> str:
        """Return the ID of the customer with an address or number, which the erasure does not store."""
        customer = self._customers.find(
            org_id,
            email=normalised_email(body.email) if body.email else None,
            phone=e164(body.phone, region) if body.phone else None,
        )
        if customer is None:
            raise AddressNotFound
        return customer.customer_id

    def _new(self, me: Member, person: dict[str, str | None]) -> Erasure:
        customer_id = person["customer_id"]
        if customer_id and not self._erasures.has_customer(me.org_id, customer_id):
            raise CustomerNotFound
        erasure = Erasure(
            erasure_id=self._new_id("erasure"),
            org_id=me.org_id,
            subject="customer" if customer_id else "visitor",
            state="asked",
            asked_by=me.caller_id,
            asked_at=self._now,
            wanted=person,
            receipt={},
        )
        self._erasures.add(erasure)
        return erasure

    def list_erasures(self, org_id: str, body: ListBody) -> tuple[list[ErasureRead], int]:
        """Return a page of erasures, and the total number."""
        rows, total = self._erasures.list_erasures(org_id, body)
        people = self._erasures.names_of_people({row.asked_by for row in rows if row.asked_by})
        waiting = {row.erasure_id for row in rows if row.state == "asked"}
        failed = self._erasures.failed(org_id, JOB, waiting)
        return [
            ErasureRead(
                erasure_id=row.erasure_id,
                subject=cast(Subject, row.subject),
                state="failed" if row.erasure_id in failed else cast(State, row.state),
                reason=row.reason,
                author=people.get(row.asked_by or ""),
                asked_at=row.asked_at,
                finished_at=row.finished_at,
                receipt=row.receipt,
            )
            for row in rows
        ], total
