"""Values of placeholders for one person: from the customer, the ledger, and the values that were given with the
pass.
"""

from collections.abc import Mapping

from api.domains.people.customers.errors import CustomerNotFound
from api.domains.people.customers.service import CustomerService
from api.domains.promotions.loyalty.service import LedgerService

MOST_LETTERS = 60
"""Maximum length of a name. A longer one could exceed the length of a field."""
_OF_LEDGER = frozenset({"points", "stamps", "stamps_goal", "tier"})


class PersonValues:
    """Values for the people of one organisation."""

    def __init__(self, customers: CustomerService, ledger: LedgerService) -> None:
        self._customers = customers
        self._ledger = ledger

    def read(
        self,
        org_id: str,
        customer_id: str | None,
        own: Mapping[str, str],
        mentioned: frozenset[str],
    ) -> dict[str, str]:
        """Return values by placeholder. Only placeholders that the template mentions are looked up. `own` are the
        values that were given with the pass.
        """
        values = {"points": "0", "stamps": "0"}
        if mentioned & {"stamps_goal"}:
            values["stamps_goal"] = str(self._ledger.program(org_id).stamps_goal)
        if customer_id is not None:
            values |= self._of_customer(org_id, customer_id, mentioned)
        return values | dict(own)

    def _of_customer(
        self, org_id: str, customer_id: str, mentioned: frozenset[str]
    ) -> dict[str, str]:
        try:
            customer = self._customers.get(org_id, customer_id)
        except CustomerNotFound:
            return {}
        first, last = customer.first_name or "", customer.last_name or ""
        values = {
            "customer.name": f"{first} {last}".strip()[:MOST_LETTERS],
            "customer.first_name": first[:MOST_LETTERS],
            "customer.last_name": last[:MOST_LETTERS],
            "customer.number": customer.number,
        }
        if mentioned & _OF_LEDGER:
            ids = self._customers.ids_of_person(org_id, customer.customer_id)
            for unit, balance in self._ledger.balances(org_id, ids).items():
                values[unit] = str(balance.available)
            if "tier" in mentioned:
                values["tier"] = self._ledger.tier(org_id, ids).name or ""
        return values
