"""The API calls about messages to browsers, and to passes and browsers together."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.messaging.web_push.message_schemas import (
    BrowserMessageRead,
    BrowserReach,
    ChangeBrowserMessage,
    ListBrowserMessages,
    PreviewBrowsers,
    PushMessageAnswer,
    SendPushMessage,
)
from api.domains.messaging.web_push.messages import BrowserMessageService
from api.domains.wallet.pass_updates.dependencies import UpdatesDep
from api.jobs.queue import JobsDep
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.pagination import Page

router = ApiRouter(tags=["web push"])


def _messages(
    session: SessionDep, updates: UpdatesDep, jobs: JobsDep, now: NowDep
) -> BrowserMessageService:
    return BrowserMessageService(session, updates, jobs, now, new_id)


MessagesDep = Annotated[BrowserMessageService, Depends(_messages)]


@router.post("/v1/send-push")
def send_push(body: SendPushMessage, me: EditorDep, messages: MessagesDep) -> PushMessageAnswer:
    """Send a message to people who have a pass on their phone and to subscribed browsers. The `text` in the response
    contains the word `sent` or `Scheduled`.
    """
    return messages.send(me, body)


@router.post("/dev/send-push")
def send_push_too(body: SendPushMessage, me: EditorDep, messages: MessagesDep) -> PushMessageAnswer:
    """Send a message to people who have a pass on their phone and to subscribed browsers. This is the same as
    `/v1/send-push`.
    """
    return messages.send(me, body)


@router.post("/v1/preview-web-push")
def preview_web_push(body: PreviewBrowsers, me: ViewerDep, messages: MessagesDep) -> BrowserReach:
    """Count the browsers that a message would reach now."""
    return messages.preview(me.org_id, body)


@router.post("/v1/list-web-push-messages")
def list_web_push_messages(
    body: ListBrowserMessages, me: ViewerDep, messages: MessagesDep
) -> Page[BrowserMessageRead]:
    """List messages to browsers with their progress, newest first."""
    return messages.list_page(me.org_id, body.paging)


@router.post("/v1/change-web-push-message")
def change_web_push_message(
    body: ChangeBrowserMessage, me: EditorDep, messages: MessagesDep
) -> BrowserMessageRead:
    """Pause, resume or end a message to browsers."""
    return messages.change(me.org_id, body)
