"""REST hooks: subscriptions that programs such as Zapier create and end by themselves."""

from fastapi import status

from api.auth.member import AdminDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.commerce.connections.events import public_body
from api.domains.commerce.connections.examples import example_event
from api.domains.commerce.connections.hooks import HookServiceDep
from api.domains.commerce.connections.schemas import (
    HookEnded,
    HookMade,
    HookRef,
    HookSamples,
    ListHookSamples,
    SubscribeHook,
)
from api.kit.clock import NowDep

router = ApiRouter(tags=["integrations"])


@router.post("/v1/subscribe-hook", status_code=status.HTTP_201_CREATED)
def subscribe_hook(body: SubscribeHook, me: AdminDep, hooks: HookServiceDep) -> HookMade:
    """Subscribe a URL to a kind of event. It receives each event as a signed webhook until you unsubscribe or it
    answers 410.
    """
    row, secret = hooks.subscribe(me, body)
    return HookMade(hook_id=row.connection_id, event_kind=body.event_kind, secret=secret)


@router.post("/v1/unsubscribe-hook")
def unsubscribe_hook(body: HookRef, me: AdminDep, hooks: HookServiceDep) -> HookEnded:
    """End a subscription. No more events are sent to it."""
    hooks.unsubscribe(me.org_id, body.hook_id)
    return HookEnded(hook_id=body.hook_id)


@router.post("/v1/list-hook-samples")
def list_hook_samples(
    body: ListHookSamples, me: ViewerDep, hooks: HookServiceDep, now: NowDep
) -> HookSamples:
    """Get up to three sample events, as subscribers receive them: the newest events of this kind, or an example if none
    has been sent yet.
    """
    newest = hooks.newest(me.org_id, body.event_kind)
    events = newest or [example_event(body.event_kind, now)]
    return HookSamples(items=[public_body(it) for it in events], is_example=not newest)
