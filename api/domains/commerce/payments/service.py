"""Purchases and changes of plans, and purchases of credits. An organisation's plan and credits change only when the
provider reports it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.auth.roles import Role
from api.auth.tenants import organization_of
from api.db.session import commit_early, released
from api.domains.commerce.payments.applying import CREDITS, store_subscriptions
from api.domains.commerce.payments.errors import (
    AlreadySubscribed,
    NotSubscribed,
    NotTheOperator,
    OtherMode,
    SelfHosted,
    invalid,
    raise_ours,
)
from api.domains.commerce.payments.models import PlanSubscription
from api.domains.commerce.payments.plans import credits_key, price_key
from api.domains.commerce.payments.repository import SubscriptionRepository
from api.domains.commerce.payments.schemas import (
    ChangePlan,
    CreateIntent,
    CreatePromoCode,
    CreateSubscription,
    PreviewPlanChange,
)
from api.domains.commerce.payments.state import PaymentAccount
from api.integrations.ports.payment_provider import (
    Change,
    Intent,
    Invoice,
    NewPromotion,
    PaymentProvider,
    PaymentRefused,
    PaymentUnavailable,
    Price,
    Subscription,
)

MOST_INVOICES = 24
_PAYS = ("trialing", "active", "past_due", "unpaid", "paused")


@contextmanager
def _our_errors() -> Iterator[None]:
    try:
        yield
    except (PaymentRefused, PaymentUnavailable) as error:
        raise_ours(error)


class PaymentService:
    """Payments of one organisation. The provider is called outside of transactions."""

    def __init__(self, session: Session, account: PaymentAccount, now: datetime) -> None:
        self._session = session
        self._rows = SubscriptionRepository(session)
        self._account = account
        self._now = now

    def subscribe(self, me: Member, body: CreateSubscription) -> Subscription:
        """Start a subscription, or return the one that waits for its first payment.

        The provider's data decide: a retry after a timeout finds the subscription that the first request made, and two
        simultaneous requests have the same idempotency key.

        Raises:
            SelfHosted: this installation takes no payments.
            Invalid: the plan, currency or promotion code is not for sale.
            AlreadySubscribed: the organisation has a plan, which can be changed.
            PaymentNotTaken: the provider refused.
            PaymentsUnavailable: the provider does not respond.
        """
        provider = self._provider
        customer_id, attempt = self._customer(me)
        number = self._rows.next_read()
        with _our_errors(), released(self._session):
            price = self._price(price_key(body.plan, body.interval), "plan", body.currency)
            promotion = self._promotion(provider, body.promotion_code)
            known = provider.subscriptions_of(customer_id)
        current = store_subscriptions(self._session, me.org_id, number, known, self._now)
        if current is not None and current.status in _PAYS:
            raise AlreadySubscribed
        waiting = [it for it in known if it.status == "incomplete"]
        same = [it for it in waiting if it.price_id == price.price_id and not promotion]
        wanted_currency = body.currency or price.currency
        same = [it for it in same if it.currency == wanted_currency]
        if same:
            return same[0]
        try:
            with released(self._session):
                for other in waiting:  # so that only one of them can be paid
                    provider.end(other.subscription_id)
                made = provider.subscribe(
                    customer_id,
                    me.org_id,
                    price.price_id,
                    currency=body.currency,
                    promotion_id=promotion,
                    key=f"{me.org_id}:subscription:{len(known)}:{attempt}",
                )
        except PaymentRefused as refused:
            self._rows.count_refusal(me.org_id)
            commit_early(self._session)
            raise_ours(refused)
        except PaymentUnavailable as error:
            raise_ours(error)
        return made

    def buy_credits(self, me: Member, body: CreateIntent, key: str) -> Intent:
        """Start a payment for credits, which are added when it is confirmed; the same key returns the same payment.

        Raises:
            SelfHosted, Invalid, PaymentNotTaken, PaymentsUnavailable: as for `subscribe`.
        """
        provider = self._provider
        customer_id, _ = self._customer(me)
        with _our_errors(), released(self._session):
            price = self._price(credits_key(body.credits), "credits", body.currency)
            currency = body.currency or price.currency
            return provider.make_intent(
                customer_id,
                price.amounts[currency],
                currency,
                {"org_id": me.org_id, CREDITS: str(body.credits)},
                key=f"{me.org_id}:credits:{key}",
            )

    def make_promotion(self, me: Member, body: CreatePromoCode, key: str) -> str:
        """Create a promotion code for all organisations and return its ID.

        Raises:
            NotTheOperator: the caller does not own the organisation that runs this installation.
            SelfHosted, PaymentNotTaken, PaymentsUnavailable: as for `subscribe`.
        """
        provider = self._provider
        if not self.is_operator(me):
            raise NotTheOperator
        promotion = NewPromotion(
            code=body.code,
            percent_off=body.percent_off,
            amount_off=body.amount_off,
            currency=body.currency,
            months=body.months,
            max_redemptions=body.max_redemptions,
            expires_at=body.expires_at,
        )
        with _our_errors(), released(self._session):
            return provider.make_promotion(promotion, key=f"{me.org_id}:promotion:{key}")

    def preview(self, org_id: str, body: PreviewPlanChange) -> Change:
        """Return what a change of plan costs now.

        Raises:
            NotSubscribed: there is no plan to change.
            Invalid: the organisation already has this plan, or the plan is not for sale.
            SelfHosted, PaymentNotTaken, PaymentsUnavailable: as for `subscribe`.
        """
        provider, subscription_id = self._provider, self._subscribed(org_id)
        with _our_errors(), released(self._session):
            price = self._price(price_key(body.plan, body.interval), "plan", None)
            return provider.preview(subscription_id, price.price_id, self._now)

    def change(self, org_id: str, body: ChangePlan) -> None:
        """Change the plan at the previewed cost; it takes effect when the difference is paid.

        Raises:
            NotSubscribed, Invalid, SelfHosted, PaymentNotTaken, PaymentsUnavailable: as for `preview`.
        """
        provider, subscription_id = self._provider, self._subscribed(org_id)
        if not 0 <= (self._now - body.at).total_seconds() <= 3600:
            raise invalid(
                "at",
                "is not from a preview of the last hour; preview the change again",
                "preview_too_old",
            )
        with _our_errors(), released(self._session):
            price = self._price(price_key(body.plan, body.interval), "plan", None)
            seconds = int(body.at.timestamp())
            key = f"{subscription_id}:{price.price_id}:{seconds}"
            provider.change(subscription_id, price.price_id, body.at, key=key)

    def cancel(self, org_id: str, *, at_period_end: bool) -> None:
        """Cancel the plan at the end of its period, or withdraw the cancellation.

        Raises:
            NotSubscribed, SelfHosted, PaymentNotTaken, PaymentsUnavailable: as for `preview`.
        """
        provider, subscription_id = self._provider, self._subscribed(org_id)
        with _our_errors(), released(self._session):
            provider.cancel(subscription_id, at_period_end=at_period_end)

    def portal(self, org_id: str) -> str:
        """Return the URL of the provider's page for cards and addresses.

        Raises:
            NotSubscribed: the organisation has never paid.
            SelfHosted, PaymentNotTaken, PaymentsUnavailable: as for `subscribe`.
        """
        provider, row = self._provider, self._rows.find(org_id)
        if row is None or row.payer_id is None:
            raise NotSubscribed
        with _our_errors(), released(self._session):
            return provider.portal(
                row.payer_id, f"{self._account.base_url.rstrip('/')}/admin/payment"
            )

    def invoices(self, org_id: str) -> list[Invoice]:
        """Return the newest invoices; an empty list if the installation takes no payments.

        Raises:
            PaymentsUnavailable: the provider does not respond.
        """
        row = self._rows.find(org_id)
        if self._account.provider is None or row is None or row.payer_id is None:
            return []
        customer_id, provider = row.payer_id, self._account.provider
        with _our_errors(), released(self._session):
            return provider.invoices(customer_id, MOST_INVOICES)

    def is_operator(self, me: Member) -> bool:
        """Return whether the member may create promotion codes."""
        return me.org_id == self._account.operator_org and me.role.reaches(Role.OWNER)

    @property
    def _provider(self) -> PaymentProvider:
        if self._account.provider is None:
            raise SelfHosted
        return self._account.provider

    def _customer(self, me: Member) -> tuple[str, int]:
        """Return the organisation's customer ID at the provider, which is created if missing, and the number of
        refusals so far.
        """
        provider = self._provider
        row = self._rows.ensure(me.org_id, is_live=provider.is_live, now=self._now)
        if row.is_live != provider.is_live:
            self._enter_mode(row, is_live=provider.is_live)
        customer_id, attempt = row.payer_id, row.attempt
        if customer_id is None:
            name = organization_of(self._session, me.org_id).name
            key = f"{me.org_id}:customer:{'live' if provider.is_live else 'test'}"
            with _our_errors(), released(self._session):
                customer_id = provider.make_customer(me.org_id, name, me.email, key=key)
            self._rows.set_customer(me.org_id, customer_id)
        return customer_id, attempt

    def _enter_mode(self, row: PlanSubscription, *, is_live: bool) -> None:
        """Switch from test to live mode and discard everything from test mode. The opposite switch raises OtherMode."""
        if not is_live:
            raise OtherMode
        row.is_live, row.payer_id, row.subscription_id = True, None, None
        row.plan, row.paid_plan, row.state, row.grace_until = None, None, "none", None
        self._session.flush()

    def _subscribed(self, org_id: str) -> str:
        row = self._rows.find(org_id)
        if row is None or row.subscription_id is None or row.state not in _PAYS:
            raise NotSubscribed
        return row.subscription_id

    def _price(self, lookup_key: str, field: str, currency: str | None) -> Price:
        price = self._account.prices().get(lookup_key)
        if price is None:
            raise invalid(field, "is not for sale", "not_for_sale")
        if currency is not None and currency not in price.amounts:
            known = ", ".join(sorted(price.amounts))
            raise invalid("currency", f"must be one of {known}", "unknown_currency")
        return price

    @staticmethod
    def _promotion(provider: PaymentProvider, code: str | None) -> str | None:
        if code is None:
            return None
        found = provider.find_promotion(code)
        if found is None:
            raise invalid(
                "promotion_code", "does not exist or has expired", "unknown_promotion_code"
            )
        return found
