"""Hosts that an organisation's codes may have."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from api.domains.codes.codes.errors import invalid_field
from api.domains.codes.codes.host_repository import HostRepository
from api.domains.codes.codes.links import DEFAULT, PRODUCT, Hosts
from api.domains.codes.codes.models import Code


def hosts_in(session: Session) -> Callable[[], Hosts]:
    """Return a function that reads the verified hosts of the organisation whose tenant scope the session has
    entered.
    """
    return HostRepository(session).read_hosts


def choose_domain(session: Session, code: Code, choice: str) -> None:
    """Set the host of a code: the product's, the default, or a verified custom domain.

    The domain cannot be removed until the transaction ends. The old address keeps working.

    Raises:
        Invalid: the domain does not exist or is not verified.
    """
    is_own = choice not in (PRODUCT, DEFAULT)
    if is_own and not HostRepository(session).lock(code.org_id, choice):
        message = "is not a verified domain of this organisation"
        raise invalid_field("domain", message, "domain_not_found")
    code.domain_id = choice if is_own else None
    code.on_product_host = choice == PRODUCT
