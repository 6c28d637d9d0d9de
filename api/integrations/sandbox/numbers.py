"""Phone numbers of the sandbox: they are reserved for fiction (555-0100 to 555-0199) and cost nothing."""

from api.integrations.ports.phone_numbers import AvailableNumber, NumberPrice, NumberTaken
from api.integrations.ports.text_services import Registration

_FIRST, _COUNT = 100, 20
_DEFAULT_AREA = "415"


class SandboxNumbers:
    """Sells fictitious numbers."""

    def available(self, country: str, area_code: str | None, most: int) -> list[AvailableNumber]:
        """Return numbers in a North American area code; an empty list elsewhere."""
        if country not in ("US", "CA"):
            return []
        area = area_code or _DEFAULT_AREA
        phones = [f"+1{area}5550{_FIRST + it}" for it in range(_COUNT)]
        return [AvailableNumber(it, country, "Sandbox") for it in phones[:most]]

    def monthly_price(self, country: str) -> NumberPrice | None:
        """Return a price of zero where there are numbers."""
        return NumberPrice(0, "USD") if country in ("US", "CA") else None

    def buy(self, phone: str, inbound_url: str, name: str) -> str:
        """Buy nothing and return a made-up ID."""
        del inbound_url, name
        if not (phone.startswith("+1") and phone[5:9] == "5550" and len(phone) == 12):
            raise NumberTaken
        return f"sandbox:{phone}"


class SandboxServices:
    """Fictitious messaging services, registered at once because nothing is sent."""

    def make(self, name: str, inbound_url: str) -> str:
        """Create nothing and return a made-up ID."""
        del inbound_url
        return f"sandbox:{name}"

    def add_number(self, service_id: str, number_id: str) -> None:
        """Change nothing."""

    def registration(self, service_id: str) -> Registration:
        """Return a complete registration, because nothing is sent."""
        del service_id
        return Registration("approved", "approved")
