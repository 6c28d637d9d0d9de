"""Taking requests to erase somebody, and telling how they went."""

from collections.abc import Callable
from datetime import datetime
from typing import cast

from api.auth.member import Member
from api.domains.content.forms.verification.service import e164
from api.domains.data_rights.erasures.errors import (
    NobodyHasAddress,
    NobodyToErase,
    NothingToGoOnWith,
    one_subject_needed,
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
from api.jobs.queue import Jobs
from api.kit.pagination import ListBody

JOB = "erasures.person"
SUBJECTS = {"customer_id", "email", "phone", "visitor_id", "erasure_id"}


class ErasureService:
    """Erasures of one organisation."""

    def __init__(
        self,
        erasures: ErasureRepository,
        jobs: Jobs,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._erasures = erasures
        self._jobs = jobs
        self._now = now
        self._new_id = new_id

    def ask(self, me: Member, wanted: ErasePerson, region: str) -> ErasureStarted:
        """Begin to erase somebody; asked again before it is done, go on with the same erasure.

        A phone number without a country code belongs to `region`.

        Raises:
            NobodyToErase, NobodyHasAddress: the organisation has no such customer.
            NothingToGoOnWith: there is no such erasure to go on with.
        """
        if len(wanted.model_dump(include=SUBJECTS, exclude_none=True)) != 1:
            raise one_subject_needed()
        erasure = self._known(me, wanted, region)
        job_id = self._jobs.enqueue(
            me.org_id, JOB, {"erasure_id": erasure.erasure_id}, created_by=me.caller_id
        )
        return ErasureStarted(erasure_id=erasure.erasure_id, job_id=job_id)

    def _known(self, me: Member, wanted: ErasePerson, region: str) -> Erasure:
        """The erasure to work on: one that is not done, else a new one."""
        if wanted.erasure_id is not None:
            found = self._erasures.find(me.org_id, wanted.erasure_id)
            if found is None or found.state == "done":
                raise NothingToGoOnWith
            return found
        customer_id = wanted.customer_id
        if wanted.email is not None or wanted.phone is not None:
            customer_id = self._customer(me.org_id, wanted, region)
        person = {"customer_id": customer_id, "visitor_id": wanted.visitor_id}
        return self._erasures.unfinished(me.org_id, person) or self._new(me, person)

    def _customer(self, org_id: str, wanted: ErasePerson, region: str) -> str:
        """Who gave an address or a number, which is kept nowhere in the request."""
        found = self._erasures.customer_by(
            org_id,
            email=wanted.email.lower() if wanted.email else None,
            phone=e164(wanted.phone, region) if wanted.phone else None,
        )
        if found is None:
            raise NobodyHasAddress
        return found

    def _new(self, me: Member, person: dict[str, str | None]) -> Erasure:
        customer_id = person["customer_id"]
        if customer_id and not self._erasures.has_customer(me.org_id, customer_id):
            raise NobodyToErase
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

    def list_erasures(self, org_id: str, wanted: ListBody) -> tuple[list[ErasureRead], int]:
        """A page of erasures, and how many there are."""
        found, total = self._erasures.list_erasures(org_id, wanted)
        people = self._erasures.names_of_people({one.asked_by for one in found if one.asked_by})
        waiting = {one.erasure_id for one in found if one.state == "asked"}
        given_up = self._erasures.given_up(org_id, JOB, waiting)
        return [
            ErasureRead(
                erasure_id=one.erasure_id,
                subject=cast(Subject, one.subject),
                state="failed" if one.erasure_id in given_up else cast(State, one.state),
                author=people.get(one.asked_by or ""),
                asked_at=one.asked_at,
                finished_at=one.finished_at,
                receipt=one.receipt,
            )
            for one in found
        ], total
