"""The quotas of all plans, stored in the database, which enforces them."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.domains.commerce.payments.models import PlanQuota
from api.domains.commerce.payments.plans import DEFAULT, PLANS, QUOTAS, larger_plan
from api.domains.commerce.payments.repository import QuotaRepository
from api.integrations.payment_provider import has_payments
from runtime.settings import Settings


def keep_quotas(settings: Settings, engine: Engine) -> bool:
    """Bring the quotas in the database in line with this release, or remove them if the installation takes no payments.
    Return whether anything changed.
    """
    rows = [
        {
            "plan": plan.name,
            "quota": quota,
            "allowed": plan.quotas[quota],
            "more_in": larger_plan(plan.name, quota),
            "is_default": plan.name == DEFAULT,
        }
        for plan in PLANS
        for quota in QUOTAS
    ]
    wanted = rows if has_payments(settings) else []
    with Session(engine) as session, session.begin():
        quotas = QuotaRepository(session)
        if quotas.all_rows() == {tuple(it.values()) for it in wanted}:
            return False
        quotas.replace(wanted)
        return True


@contextmanager
def without_quotas(session: Session) -> Iterator[None]:
    """Let this transaction exceed the quotas of the plan; other transactions do not see the quotas change."""
    quotas = QuotaRepository(session)
    kept = quotas.all_rows()
    quotas.replace([])
    yield
    quotas.replace([dict(zip(PlanQuota.__table__.columns.keys(), it, strict=True)) for it in kept])
