"""Builds what the handlers of submissions need."""

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.db.session import SessionDep
from api.domains.content.forms.published import FormSource
from api.domains.content.forms.service import SubmissionService
from api.domains.content.forms.verification.dependencies import VerificationServiceDep
from api.domains.people.customers.dependencies import CustomerServiceDep
from api.kit.clock import NowDep
from api.kit.ids import new_id


def _service(
    request: Request,
    session: SessionDep,
    customers: CustomerServiceDep,
    phones: VerificationServiceDep,
    now: NowDep,
) -> SubmissionService:
    forms: Callable[[Session], FormSource] = request.app.state.form_source
    return SubmissionService(
        session, forms(session), customers, phones, now=now, new_id=new_id, new_event_id=uuid7
    )


SubmissionServiceDep = Annotated[SubmissionService, Depends(_service)]
