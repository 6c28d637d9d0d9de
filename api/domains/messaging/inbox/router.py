"""The calls for text message conversations."""

from typing import Annotated

from fastapi import Depends, Request, Response

from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.messaging.campaigns.composing import Composer
from api.domains.messaging.inbox.canned_answers import written
from api.domains.messaging.inbox.models import CannedAnswer
from api.domains.messaging.inbox.receiving import Inbox
from api.domains.messaging.inbox.sandbox import phone_of, sandbox_of
from api.domains.messaging.inbox.schemas import (
    AnswerConversation,
    CannedAnswerDeleted,
    CannedAnswerList,
    CannedAnswerRead,
    CannedAnswerRef,
    CannedAnswerWritten,
    ChangeConversation,
    ConversationAnswered,
    ConversationCounts,
    ConversationRead,
    ConversationRef,
    ConversationThread,
    CountConversations,
    GetSandbox,
    ListCannedAnswers,
    ListConversations,
    ReplyInSandbox,
    Sandbox,
    SandboxPhone,
    SandboxPhoneRef,
    SaveCannedAnswer,
    WriteCannedAnswer,
)
from api.domains.messaging.inbox.service import ConversationService
from api.domains.messaging.messages.public import FormDep, SignatureDep
from api.domains.messaging.messages.router import MessageServiceDep
from api.domains.messaging.senders.reading import INBOUND_PATH
from api.domains.people.consents.dependencies import ConsentServiceDep, SuppressionServiceDep
from api.domains.people.customers.dependencies import CustomerServiceDep
from api.kit.clock import NowDep
from api.kit.pagination import Page, page_of
from api.kit.process_state import SettingsDep

NOTHING_TO_SAY = '<?xml version="1.0" encoding="UTF-8"?><Response/>'
"""Twilio itself responds to STOP, START and HELP."""

router = ApiRouter(tags=["messages"])


def _service(
    session: SessionDep,
    messages: MessageServiceDep,
    customers: CustomerServiceDep,
    consents: ConsentServiceDep,
    suppressions: SuppressionServiceDep,
    now: NowDep,
) -> ConversationService:
    return ConversationService(session, messages, customers, consents, suppressions, now)


ConversationServiceDep = Annotated[ConversationService, Depends(_service)]


@router.post(INBOUND_PATH, include_in_schema=False)
def take_text_message(
    request: Request,
    form: FormDep,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
    signature: SignatureDep = "",
) -> Response:
    """Receive a text message to a number of Waypost. The provider's signature authenticates it."""
    Inbox(session, settings, now).receive(request.url.path, form, signature)
    return Response(NOTHING_TO_SAY, media_type="text/xml")


@router.post("/v1/reply-in-sandbox")
def reply_in_sandbox(
    body: ReplyInSandbox,
    me: EditorDep,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
    conversations: ConversationServiceDep,
) -> ConversationThread:
    """Reply to a text message in the sandbox, as its recipient would on their phone. Only available if no provider is
    configured.
    """
    found = Inbox(session, settings, now).receive_in_sandbox(me.org_id, body.phone, body.text)
    return conversations.peek(me.org_id, found)


@router.post("/v1/get-sandbox")
def get_sandbox(
    _body: GetSandbox, me: AdminDep, session: SessionDep, settings: SettingsDep
) -> Sandbox:
    """List the phones and mailboxes in the sandbox. They contain the messages that were not sent through a provider."""
    return sandbox_of(session, settings, me.org_id)


@router.post("/v1/get-sandbox-phone")
def get_sandbox_phone(
    body: SandboxPhoneRef, me: AdminDep, session: SessionDep, customers: CustomerServiceDep
) -> SandboxPhone:
    """Get a phone in the sandbox, with the messages that it received and sent."""
    return phone_of(session, customers, me.org_id, body.phone)


@router.post("/v1/list-conversations")
def list_conversations(
    body: ListConversations, me: ViewerDep, conversations: ConversationServiceDep
) -> Page[ConversationRead]:
    """List conversations, latest first."""
    items, total = conversations.list_conversations(me, body)
    return page_of(items, total, body.paging)


@router.post("/v1/open-conversation")
def open_conversation(
    body: ConversationRef, me: ViewerDep, conversations: ConversationServiceDep
) -> ConversationThread:
    """Get a conversation. It counts as read if the caller's role can answer it."""
    return conversations.open(me, body.conversation_id)


@router.post("/v1/count-conversations")
def count_conversations(
    _body: CountConversations, me: ViewerDep, conversations: ConversationServiceDep
) -> ConversationCounts:
    """Count open conversations: all, unread, assigned to the caller, unassigned and flagged."""
    return conversations.counts(me)


@router.post("/v1/opt-out-conversation")
def opt_out_conversation(
    body: ConversationRef, me: EditorDep, conversations: ConversationServiceDep
) -> ConversationThread:
    """Record that a customer wants no more text messages, as they wrote in a conversation."""
    return conversations.opt_out(me, body.conversation_id)


@router.post("/v1/change-conversation")
def change_conversation(
    body: ChangeConversation, me: EditorDep, conversations: ConversationServiceDep
) -> ConversationThread:
    """Assign a conversation, or mark it as done."""
    return conversations.change(me.org_id, body)


@router.post("/v1/answer-conversation")
def answer_conversation(
    body: AnswerConversation, me: EditorDep, conversations: ConversationServiceDep
) -> ConversationAnswered:
    """Send an answer by text message."""
    return conversations.answer(me, body.conversation_id, body.text)


@router.post("/v1/list-canned-answers")
def list_canned_answers(
    _body: ListCannedAnswers, me: ViewerDep, conversations: ConversationServiceDep
) -> CannedAnswerList:
    """List canned answers by name."""
    items = [_read(it) for it in conversations.canned_answers(me.org_id)]
    return CannedAnswerList(items=items, total=len(items))


@router.post("/v1/save-canned-answer")
def save_canned_answer(
    body: SaveCannedAnswer, me: EditorDep, conversations: ConversationServiceDep
) -> CannedAnswerRead:
    """Create a canned answer. With an ID, change an existing one."""
    return _read(conversations.save_canned_answer(me, body))


@router.post("/v1/write-canned-answer")
def write_canned_answer(
    body: WriteCannedAnswer, me: EditorDep, session: SessionDep, settings: SettingsDep
) -> CannedAnswerWritten:
    """Fill in a canned answer with the data of the customer. Nothing is sent."""
    return written(session, me.org_id, body, Composer(session, settings, me.org_id))


@router.post("/v1/delete-canned-answer")
def delete_canned_answer(
    body: CannedAnswerRef, me: EditorDep, conversations: ConversationServiceDep
) -> CannedAnswerDeleted:
    """Delete a canned answer."""
    conversations.delete_canned_answer(me.org_id, body.answer_id)
    return CannedAnswerDeleted(answer_id=body.answer_id)


def _read(row: CannedAnswer) -> CannedAnswerRead:
    return CannedAnswerRead(answer_id=row.answer_id, name=row.name, text=row.text)
