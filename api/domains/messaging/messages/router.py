"""The calls for messages."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.messaging.messages.dependencies import MessageGateDep
from api.domains.messaging.messages.reports import Reports
from api.domains.messaging.messages.schemas import (
    ListMessages,
    MailReported,
    MessageRead,
    MessageRef,
    MessageSent,
    ReportMail,
    SendEmailWithCode,
    SendSms,
)
from api.domains.messaging.messages.service import MessageService
from api.domains.people.customers.dependencies import CustomerServiceDep
from api.kit.clock import NowDep
from api.kit.pagination import Page, page_of
from api.kit.process_state import SettingsDep

router = ApiRouter(tags=["messages"])


def _service(
    session: SessionDep,
    gate: MessageGateDep,
    customers: CustomerServiceDep,
    settings: SettingsDep,
    now: NowDep,
) -> MessageService:
    return MessageService(session, gate, customers, settings.base_url, now)


MessageServiceDep = Annotated[MessageService, Depends(_service)]


@router.post("/v1/send-sms")
def send_sms(body: SendSms, me: EditorDep, messages: MessageServiceDep) -> MessageSent:
    """Send a text message, now or later."""
    return messages.send_sms(me, body)


@router.post("/v1/send-email-w-qr")
def send_email_with_code(
    body: SendEmailWithCode, me: EditorDep, messages: MessageServiceDep
) -> MessageSent:
    """Send an email with the picture of a code, now or later."""
    return messages.send_email_with_code(me, body)


@router.post("/v1/list-messages")
def list_messages(
    body: ListMessages, me: ViewerDep, messages: MessageServiceDep
) -> Page[MessageRead]:
    """List messages, newest first. Each one has its delivery state, and the reason if it was not delivered."""
    items, total = messages.list_messages(me.org_id, body)
    return page_of(items, total, body.paging)


@router.post("/v1/get-message")
def get_message(body: MessageRef, me: ViewerDep, messages: MessageServiceDep) -> MessageRead:
    """Get a message and its delivery state."""
    return messages.get(me.org_id, body.message_id)


@router.post("/v1/cancel-message")
def cancel_message(body: MessageRef, me: EditorDep, messages: MessageServiceDep) -> MessageRead:
    """Cancel a queued message."""
    return messages.cancel(me.org_id, body.message_id)


@router.post("/v1/report-mail")
def report_mail(
    body: ReportMail, me: EditorDep, session: SessionDep, settings: SettingsDep, now: NowDep
) -> MailReported:
    """Report an email that was returned. A bounce or complaint adds the address to a suppression list."""
    report = Reports(session, settings, now).take_mail(me.org_id, body.message)
    return MailReported(
        message_id=report.message_id if report else None, kind=report.kind if report else None
    )
