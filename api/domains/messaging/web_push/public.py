"""The API calls with which visitors' browsers subscribe to notifications and unsubscribe."""

from typing import Annotated

from fastapi import Depends, Query, Request, Response
from limits import parse
from starlette.concurrency import run_in_threadpool

from api.auth.tenants import is_open
from api.db.routing import ApiRouter
from api.db.session import SessionDep, enter_tenant
from api.domains.codes.rules.visit_context import language_of
from api.domains.content.forms.form_request import ResolvedFormRequest, resolve_form_request
from api.domains.content.pages.published import PublishedPage
from api.domains.content.pages.published_forms import PublishedForms
from api.domains.content.pages.state import PagesState
from api.domains.messaging.web_push.errors import NotificationsNotOffered, SubscriptionNotFound
from api.domains.messaging.web_push.keys import WebPushKeys
from api.domains.messaging.web_push.public_schemas import (
    Id,
    RenewSubscription,
    SubscribeBrowser,
    SubscriptionState,
    UnsubscribeBrowser,
    WebAppManifest,
    WebPushKeyRead,
)
from api.domains.messaging.web_push.subscription_repository import (
    KeyRepository,
    SubscriptionRepository,
)
from api.domains.messaging.web_push.subscriptions import OfferedPage, SubscriptionService
from api.domains.people.consents.dependencies import ConsentServiceDep
from api.domains.people.customers.dependencies import CustomerServiceDep
from api.domains.people.customers.sealing import Sealer
from api.integrations.web_pusher import web_pusher
from api.kit.addresses import client_network
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import RateLimitsDep, SettingsDep
from api.kit.rate_limits import RateLimits
from api.kit.request_context import current_request, is_served

router = ApiRouter(tags=["web push"])

PATH = r"^/([A-Za-z0-9_.~%-][A-Za-z0-9/_.~%-]{0,199})?$"
"""A path on this host, and on no other."""
PER_ADDRESS = parse("60 per minute")
PER_PAGE = parse("1200 per minute")


class BrowserCalls:
    """Answers one call of a visitor's browser."""

    def __init__(
        self,
        session: SessionDep,
        settings: SettingsDep,
        customers: CustomerServiceDep,
        consents: ConsentServiceDep,
        now: NowDep,
    ) -> None:
        sealer = Sealer.of(settings)
        self._session = session
        self._pages = PublishedForms(session)
        self._keys = WebPushKeys(KeyRepository(session), sealer, now)
        self._subscriptions = SubscriptionService(
            SubscriptionRepository(session),
            customers,
            consents,
            sealer,
            web_pusher(settings),
            now,
            new_id,
        )

    def key(self, received: ResolvedFormRequest[PublishedPage]) -> WebPushKeyRead:
        """Return the key of the page's organisation."""
        page = self._page(received)
        self._subscriptions.check_offered(page)
        return WebPushKeyRead(
            public_key=self._keys.public_key(page.org_id), scope=f"/push/{page.org_id}/"
        )

    def manifest(self, received: ResolvedFormRequest[PublishedPage], start: str) -> WebAppManifest:
        """Return what an iPhone needs to open the page from its home screen, where it shows notifications."""
        page = self._page(received)
        self._subscriptions.check_offered(page)
        shown = received.page
        name = shown.languages[shown.default_language].title or shown.name
        return WebAppManifest(name=name, short_name=name[:30], id=start, start_url=start)

    def subscribe(
        self, received: ResolvedFormRequest[PublishedPage], body: SubscribeBrowser
    ) -> SubscriptionState:
        """Subscribe the browser."""
        context = current_request()
        language = language_of(context.accept_language) if context is not None else None
        self._subscriptions.subscribe(self._page(received), body, language or "")
        return SubscriptionState(is_subscribed=True)

    def unsubscribe(
        self, received: ResolvedFormRequest[PublishedPage], endpoint: str
    ) -> SubscriptionState:
        """Unsubscribe the browser, whether it was subscribed or not."""
        self._subscriptions.unsubscribe(self._page(received), endpoint)
        return SubscriptionState(is_subscribed=False)

    def renew(self, body: RenewSubscription) -> SubscriptionState:
        """Change the endpoint of the browser's subscription."""
        if not is_served(body.organization):
            raise SubscriptionNotFound
        enter_tenant(self._session, body.organization)
        if not is_open(self._session, body.organization):
            raise SubscriptionNotFound
        self._subscriptions.renew(body.organization, body.endpoint, body.subscription)
        return SubscriptionState(is_subscribed=True)

    def _page(self, received: ResolvedFormRequest[PublishedPage]) -> OfferedPage:
        target = received.target
        enter_tenant(self._session, target.org_id)
        content = self._pages.page(target.org_id, target.page_id)
        if content is None:
            raise NotificationsNotOffered
        return OfferedPage(
            target.org_id,
            target.page_id,
            received.page.version,
            target.code_id,
            received.visitor_id,
            content,
        )


BrowserCallsDep = Annotated[BrowserCalls, Depends(BrowserCalls)]


@router.get("/v1/web-push-key")
async def get_web_push_key(
    page_id: Annotated[Id, Query()],
    request: Request,
    limits: RateLimitsDep,
    calls: BrowserCallsDep,
    code_id: Annotated[Id | None, Query()] = None,
) -> WebPushKeyRead:
    """Get the public key for subscribing browsers to notifications. It is that of the organisation of a published page."""
    received = await _received(request, limits, page_id, code_id)
    return await run_in_threadpool(calls.key, received)


@router.get("/v1/web-push-manifest")
async def get_web_push_manifest(
    page_id: Annotated[Id, Query()],
    request: Request,
    response: Response,
    limits: RateLimitsDep,
    calls: BrowserCallsDep,
    code_id: Annotated[Id | None, Query()] = None,
    start: Annotated[str, Query(pattern=PATH, description="The path of the page")] = "/",
) -> WebAppManifest:
    """Get the web app manifest of a page. With it, phones add the page to their home screen, which iPhones require for
    notifications.
    """
    received = await _received(request, limits, page_id, code_id)
    response.headers["cache-control"] = "private, max-age=3600"
    return await run_in_threadpool(calls.manifest, received, start)


@router.post("/v1/web-push-subscribe")
async def subscribe_browser(
    body: SubscribeBrowser, request: Request, limits: RateLimitsDep, calls: BrowserCallsDep
) -> SubscriptionState:
    """Subscribe a browser to notifications. The consent text is that of the published page."""
    received = await _received(request, limits, body.page_id, body.code_id)
    return await run_in_threadpool(calls.subscribe, received, body)


@router.post("/v1/web-push-unsubscribe")
async def unsubscribe_browser(
    body: UnsubscribeBrowser, request: Request, limits: RateLimitsDep, calls: BrowserCallsDep
) -> SubscriptionState:
    """Unsubscribe a browser from notifications."""
    received = await _received(request, limits, body.page_id, body.code_id)
    return await run_in_threadpool(calls.unsubscribe, received, body.endpoint)


@router.post("/v1/web-push-renew")
def renew_subscription(
    body: RenewSubscription, request: Request, limits: RateLimitsDep, calls: BrowserCallsDep
) -> SubscriptionState:
    """Replace the endpoint of a subscription, which browsers change from time to time."""
    limits.hit(PER_ADDRESS, "web-push", client_network(request))
    return calls.renew(body)


async def _received(
    request: Request, limits: RateLimits, page_id: str, code_id: str | None
) -> ResolvedFormRequest[PublishedPage]:
    limits.hit(PER_ADDRESS, "web-push", client_network(request))
    limits.hit(PER_PAGE, "web-push", page_id)
    pages = PagesState.of(request).published
    received = await resolve_form_request(request, pages, page_id=page_id, code_id=code_id)
    if received is None:
        raise NotificationsNotOffered
    return received
