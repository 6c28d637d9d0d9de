"""Reads a customer's activity from the events of the warehouse, including the latest ones."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from api.auth.member import Member
from api.domains.insights.customer_activity.schemas import (
    ActivityRow,
    CustomerActivity,
    CustomerInteraction,
    GetCustomerActivity,
    WhichCustomer,
)
from api.domains.insights.dashboard_cards.schemas import EventRow, GetEvents
from api.domains.insights.dashboard_cards.service import DashboardService
from api.domains.insights.reports.name_reading import ReportNames
from api.domains.insights.reports.schemas import AskReport
from api.domains.insights.reports.service import ReportService
from api.domains.people.customers.contacts import normalised_email, normalised_phone, region_of
from api.domains.people.customers.errors import CustomerNotFound, invalid
from api.domains.people.customers.service import CustomerService

REPORT = "customers"
COUNTS = (
    *("acts", "scans", "views", "submits", "votes", "plays", "redemptions", "orders", "messages"),
    "amount_cents",
)
NAMED = {"page_name", "campaign_name", "subject_name"}
"""Fields of a row whose names the event does not contain."""
SUBJECTS = {"reward": "reward", "promo_code": "subject", "one_time_code": "subject"}
"""The kind under which the name of a redeemed item is read, by the item's kind."""
FACTS = ("segment", "first_at", "last_at", "days_since_last")


class CustomerActivityService:
    """Activity of the customers of one member's organisation."""

    def __init__(
        self,
        customers: CustomerService,
        cards: DashboardService,
        reports: ReportService,
        names: ReportNames,
    ) -> None:
        self._customers = customers
        self._cards = cards
        self._reports = reports
        self._names = names

    def activity(self, me: Member, body: GetCustomerActivity) -> CustomerActivity:
        """Return a page of a customer's timeline.

        Raises:
            CustomerNotFound: there is no such customer.
            BadQuestion: the cursor is invalid.
        """
        customer_id = self._find(me, body)
        page = self._cards.events(
            me,
            GetEvents(
                interval="all",
                report=REPORT,
                row={"customer_id": customer_id},
                after=body.after,
                page_size=body.page_size,
            ),
        )
        pages = self._names.of("page", me.org_id, (it.page_id for it in page.items if it.page_id))
        campaigns = self._names.of(
            "campaign", me.org_id, (it.campaign_id for it in page.items if it.campaign_id)
        )
        subjects = self._subjects(me.org_id, page.items)
        return CustomerActivity(
            customer_id=customer_id,
            timezone=page.timezone,
            as_of=page.as_of,
            items=[
                ActivityRow(
                    page_name=pages.get(event.page_id or ""),
                    campaign_name=campaigns.get(event.campaign_id or ""),
                    subject_name=subjects.get(event.subject_id or ""),
                    **event.model_dump(include={*ActivityRow.model_fields} - NAMED),
                )
                for event in page.items
            ],
            total=page.total,
            next=page.next,
        )

    def _subjects(self, org_id: str, events: Iterable[EventRow]) -> dict[str, str]:
        """Return the names of rewards, codes and segments by ID."""
        found: dict[str, str] = {}
        for kind, ids in subjects_by_kind(events).items():
            found |= self._names.of(kind, org_id, ids)
        return found

    def interaction(self, me: Member, body: WhichCustomer) -> CustomerInteraction:
        """Return a customer's totals.

        Raises:
            CustomerNotFound: there is no such customer.
        """
        customer_id = self._find(me, body)
        page = self._reports.ask(me, AskReport(report=REPORT, interval="all", customer=customer_id))
        row: dict[str, Any] = page.rows[0] if page.rows else {}
        return CustomerInteraction(
            customer_id=customer_id,
            timezone=page.timezone,
            as_of=page.as_of,
            definitions=page.definitions,
            **{name: row.get(name) for name in FACTS},
            **{name: row.get(name) or 0 for name in COUNTS},
        )

    def _find(self, me: Member, body: WhichCustomer) -> str:
        if body.customer_id:
            return self._customers.get(me.org_id, body.customer_id).customer_id
        email = normalised_email(body.email) if body.email else None
        phone = normalised_phone(body.phone, region_of(me.locale)) if body.phone else None
        if not (body.email or body.phone):
            raise invalid(
                "customer_id", "or an email address or phone number is required", "missing"
            )
        # Only the first one given is used: an unknown email address must not return the customer of
        # a phone number.
        wanted = {"email": email} if body.email else {"phone": phone}
        customer = self._customers.find(me.org_id, **wanted) if any(wanted.values()) else None
        if customer is None:
            raise CustomerNotFound
        return customer.customer_id


def subjects_by_kind(events: Iterable[EventRow]) -> dict[str, set[str]]:
    """Return the IDs of the items that events concern, by the kind of their names."""
    found: dict[str, set[str]] = defaultdict(set)
    for event in events:
        kind = "segment" if event.type == "segment" else SUBJECTS.get(event.subject_kind or "")
        if kind is not None and event.subject_id is not None:
            found[kind].add(event.subject_id)
    return found
