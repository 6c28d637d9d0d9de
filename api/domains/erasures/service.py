"""Taking requests to erase somebody, and telling how they went."""

from collections.abc import Callable
from datetime import datetime

from api.auth.member import Member
from api.domains.erasures.errors import NobodyToErase, one_subject_needed
from api.domains.erasures.models import Erasure
from api.domains.erasures.repository import ErasureRepository
from api.domains.erasures.schemas import ErasePerson, ErasureStarted
from api.jobs.queue import Jobs
from api.kit.pagination import Paging

JOB = "erasures.person"


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

    def ask(self, me: Member, wanted: ErasePerson) -> ErasureStarted:
        """Begin to erase somebody; asked again before it is done, go on with the same erasure.

        Raises:
            NobodyToErase: the organisation has no such customer.
        """
        if (wanted.customer_id is None) == (wanted.visitor_id is None):
            raise one_subject_needed()
        person = {"customer_id": wanted.customer_id, "visitor_id": wanted.visitor_id}
        erasure = self._erasures.unfinished(me.org_id, person)
        if erasure is None:
            erasure = self._new(me, wanted, person)
        job_id = self._jobs.enqueue(
            me.org_id, JOB, {"erasure_id": erasure.erasure_id}, created_by=me.caller_id
        )
        return ErasureStarted(erasure_id=erasure.erasure_id, job_id=job_id)

    def _new(self, me: Member, wanted: ErasePerson, person: dict[str, str | None]) -> Erasure:
        if wanted.customer_id and not self._erasures.has_customer(me.org_id, wanted.customer_id):
            raise NobodyToErase
        erasure = Erasure(
            erasure_id=self._new_id("erasure"),
            org_id=me.org_id,
            subject="customer" if wanted.customer_id else "visitor",
            state="asked",
            asked_by=me.caller_id,
            asked_at=self._now,
            wanted=person,
            receipt={},
        )
        self._erasures.add(erasure)
        return erasure

    def newest(self, org_id: str, paging: Paging) -> tuple[list[Erasure], int]:
        """A page of erasures, newest first."""
        return self._erasures.newest(org_id, paging)
