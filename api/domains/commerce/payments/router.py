"""Routes for plans and payments, and the webhook of the payment provider."""

from typing import Annotated

from fastapi import Depends, Header, Request

from api.auth.member import AdminDep
from api.db.idempotency import HEADER
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.commerce.payments.errors import PaymentNotTaken
from api.domains.commerce.payments.options import read_options
from api.domains.commerce.payments.schemas import (
    ChangePlan,
    CreateIntent,
    CreatePromoCode,
    CreateSubscription,
    GetPaymentOptions,
    IntentCreated,
    InvoiceRead,
    Invoices,
    NoDetails,
    PaymentOptions,
    PlanChangePreview,
    PortalSession,
    PreviewPlanChange,
    PromoCodeCreated,
    SubscriptionStarted,
    WebhookTaken,
)
from api.domains.commerce.payments.service import PaymentService
from api.domains.commerce.payments.state import PaymentAccount
from api.domains.commerce.payments.webhooks import take_webhook
from api.domains.people.customers.sealing import Sealer
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep

router = ApiRouter(tags=["payment"])
webhooks = ApiRouter(tags=["payment"], include_in_schema=False)


async def _account(request: Request) -> PaymentAccount:
    return PaymentAccount.of(request)


AccountDep = Annotated[PaymentAccount, Depends(_account)]


def _service(session: SessionDep, account: AccountDep, now: NowDep) -> PaymentService:
    return PaymentService(session, account, now)


PaymentsDep = Annotated[PaymentService, Depends(_service)]


async def _key(request: Request) -> str:
    """Return the request's idempotency key, which is also used at the provider."""
    return request.headers.get(HEADER) or new_id("key")


KeyDep = Annotated[str, Depends(_key)]


@router.post("/v1/stripe-get-options")
def get_payment_options(
    _body: GetPaymentOptions,
    me: AdminDep,
    session: SessionDep,
    account: AccountDep,
    payments: PaymentsDep,
) -> PaymentOptions:
    """List the plans with their quotas and prices, the credit packs, and the organisation's own plan. If the
    installation takes no payments, the plan is `self-hosted`, without limits.
    """
    return read_options(session, account, me, makes_promotions=payments.is_operator(me))


@router.post("/v1/stripe-create-subscription")
def create_subscription(
    body: CreateSubscription, me: AdminDep, payments: PaymentsDep
) -> SubscriptionStarted:
    """Start a subscription. The plan applies as soon as the provider reports the first payment."""
    made = payments.subscribe(me, body)
    return SubscriptionStarted(
        subscription_id=made.subscription_id, status=made.status, client_secret=made.client_secret
    )


@router.post("/v1/create-intent")
def create_payment_intent(
    body: CreateIntent, me: AdminDep, payments: PaymentsDep, key: KeyDep
) -> IntentCreated:
    """Start a payment for message credits. They are added as soon as the provider reports the payment."""
    made = payments.buy_credits(me, body, key)
    if made.client_secret is None:
        raise PaymentNotTaken
    return IntentCreated(
        intent_id=made.intent_id,
        client_secret=made.client_secret,
        amount=made.amount,
        currency=made.currency,
        credits=body.credits,
    )


@router.post("/v1/create-promo-code")
def create_promotion_code(
    body: CreatePromoCode, me: AdminDep, payments: PaymentsDep, key: KeyDep
) -> PromoCodeCreated:
    """Create a promotion code for plans. Only owners of the organisation that runs this installation can do this."""
    return PromoCodeCreated(promotion_id=payments.make_promotion(me, body, key), code=body.code)


@router.post("/v1/preview-plan-change")
def preview_plan_change(
    body: PreviewPlanChange, me: AdminDep, payments: PaymentsDep
) -> PlanChangePreview:
    """Preview what a change of plan costs now: the new price for the rest of the period, minus what was already paid
    for it.
    """
    return PlanChangePreview.model_validate(payments.preview(me.org_id, body))


@router.post("/v1/change-plan", status_code=202)
def change_plan(body: ChangePlan, me: AdminDep, payments: PaymentsDep) -> None:
    """Change the plan at the previewed cost. The new plan applies as soon as the provider reports the payment."""
    payments.change(me.org_id, body)


@router.post("/v1/cancel-plan", status_code=202)
def cancel_plan(_body: NoDetails, me: AdminDep, payments: PaymentsDep) -> None:
    """Cancel the plan at the end of the paid period."""
    payments.cancel(me.org_id, at_period_end=True)


@router.post("/v1/resume-plan", status_code=202)
def resume_plan(_body: NoDetails, me: AdminDep, payments: PaymentsDep) -> None:
    """Resume a plan that was cancelled but has not ended."""
    payments.cancel(me.org_id, at_period_end=False)


@router.post("/v1/create-portal-session")
def create_portal_session(_body: NoDetails, me: AdminDep, payments: PaymentsDep) -> PortalSession:
    """Create a session of the provider's portal. There, cards, addresses and tax numbers can be changed."""
    return PortalSession(url=payments.portal(me.org_id))


@router.post("/v1/get-invoices")
def get_invoices(_body: NoDetails, me: AdminDep, payments: PaymentsDep) -> Invoices:
    """List the newest invoices."""
    items = [InvoiceRead.model_validate(it) for it in payments.invoices(me.org_id)]
    return Invoices(items=items, total=len(items))


async def _raw(request: Request) -> bytes:
    return await request.body()


@webhooks.post("/webhooks/stripe")
def take_payment_webhook(
    body: Annotated[bytes, Depends(_raw)],
    session: SessionDep,
    account: AccountDep,
    settings: SettingsDep,
    now: NowDep,
    signature: Annotated[str, Header(alias="Stripe-Signature", max_length=2_000)] = "",
) -> WebhookTaken:
    """Receive an event from the payment provider. Its signature authenticates it."""
    sealer = Sealer.of(settings)
    take_webhook(session, account.provider, sealer, body, signature, now)
    return WebhookTaken()
