"""Dependencies of the submission handlers."""

from typing import Annotated

from fastapi import Depends, Request
from uuid_utils.compat import uuid7

from api.db.session import SessionDep
from api.domains.content.forms.passes_port import FormPasses
from api.domains.content.forms.service import SubmissionService
from api.domains.content.forms.state import FormsState
from api.domains.content.forms.verification.dependencies import VerificationServiceDep
from api.domains.people.consents.dependencies import ConsentServiceDep
from api.domains.people.customers.dependencies import CustomerServiceDep
from api.kit.clock import NowDep
from api.kit.ids import new_id


def _service(
    request: Request,
    session: SessionDep,
    customers: CustomerServiceDep,
    consents: ConsentServiceDep,
    phones: VerificationServiceDep,
    now: NowDep,
) -> SubmissionService:
    forms = FormsState.of(request).source(session)
    return SubmissionService(
        session,
        forms,
        customers,
        consents,
        phones,
        FormPasses.find(request.app),
        now=now,
        new_id=new_id,
        new_event_id=uuid7,
    )


SubmissionServiceDep = Annotated[SubmissionService, Depends(_service)]
