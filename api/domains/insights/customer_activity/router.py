"""API routes for the activity of a customer."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.insights.customer_activity.schemas import (
    CustomerActivity,
    CustomerInteraction,
    GetCustomerActivity,
    WhichCustomer,
)
from api.domains.insights.customer_activity.service import CustomerActivityService
from api.domains.insights.dashboard_cards.dependencies import DashboardServiceDep
from api.domains.insights.reports.dependencies import ReportServiceDep
from api.domains.insights.reports.name_reading import ReportNames
from api.domains.people.customers.dependencies import CustomerServiceDep

router = ApiRouter(tags=["customers"])


def _service(
    session: SessionDep,
    customers: CustomerServiceDep,
    cards: DashboardServiceDep,
    reports: ReportServiceDep,
) -> CustomerActivityService:
    return CustomerActivityService(customers, cards, reports, ReportNames(session))


CustomerActivityServiceDep = Annotated[CustomerActivityService, Depends(_service)]


@router.post("/v1/get-customer-activity")
def get_customer_activity(
    body: GetCustomerActivity, me: ViewerDep, activity: CustomerActivityServiceDep
) -> CustomerActivity:
    """Get the timeline of a customer, newest first."""
    return activity.activity(me, body)


@router.post("/v1/get-customer-interaction")
def get_customer_interaction(
    body: WhichCustomer, me: ViewerDep, activity: CustomerActivityServiceDep
) -> CustomerInteraction:
    """Get a customer's totals by channel, value and recency."""
    return activity.interaction(me, body)
