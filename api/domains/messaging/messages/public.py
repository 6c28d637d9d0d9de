"""Reports from the provider of text messages, authenticated by its signature."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends, Header, Path, Request, Response

from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.messaging.messages.reports import Reports
from api.kit.clock import NowDep
from api.kit.process_state import SettingsDep

MAX_FIELDS = 60

router = ApiRouter(tags=["messages"], include_in_schema=False)


async def form_of(request: Request) -> Mapping[str, str]:
    """Return the fields of a form."""
    async with request.form(max_files=0, max_fields=MAX_FIELDS) as form:
        return {name: it for name, it in form.items() if isinstance(it, str)}


FormDep = Annotated[Mapping[str, str], Depends(form_of)]
SignatureDep = Annotated[str, Header(alias="X-Twilio-Signature", max_length=200)]
IdDep = Annotated[str, Path(max_length=64)]


def _reports(session: SessionDep, settings: SettingsDep, now: NowDep) -> Reports:
    return Reports(session, settings, now)


@router.post("/v1/twilio/message-status/{org_id}/{message_id}", status_code=204)
def take_receipt(
    org_id: IdDep,
    message_id: IdDep,
    request: Request,
    form: FormDep,
    reports: Annotated[Reports, Depends(_reports)],
    signature: SignatureDep = "",
) -> Response:
    """Receive a delivery receipt for a text message. Twilio repeats it until it is accepted."""
    reports.take_receipt(org_id, message_id, request.url.path, form, signature)
    return Response(status_code=204)
