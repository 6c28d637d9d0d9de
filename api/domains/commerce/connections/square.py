"""Square: whether an organisation still has a valid token, and the data of its account."""

from api.auth.member import Member
from api.domains.commerce.connections.errors import NotSetUp, VendorNotReached, invalid
from api.domains.commerce.connections.models import Connection
from api.domains.commerce.connections.oauth import OAuthService
from api.domains.commerce.connections.repository import ConnectionRepository
from api.domains.commerce.connections.schemas import ControlIntegration
from api.domains.commerce.connections.square_schemas import (
    AuthorizeSquare,
    OperateSquare,
    SquareAnswer,
    SquareAuthorization,
    SquareCustomer,
    SquareLoyalty,
    SquareOrder,
    SquareProduct,
)
from api.domains.commerce.connections.vendor_requests import VendorRequests
from api.domains.people.customers.contacts import (
    normalised_email,
    normalised_phone,
    region_of,
)
from api.integrations.connector import DESCRIPTIONS
from api.integrations.loyalty_shop import loyalty_shops
from api.integrations.ports.loyalty_shop import LoyaltyAccount
from api.kit.errors import ApiError, Conflict, FieldError, Invalid

VENDOR = "square"
HELD = "You already have a valid access token."
TO_LOG_IN = "Log in at Square to connect your account."


class UrlNotFound(Conflict):
    code = "authorization_url_not_found"
    message = "Authorization URL not found"


class UrlNotRetrieved(VendorNotReached):
    code = "authorization_url_not_retrieved"
    message = "Failed to retrieve authorization URL"


class SquareService:
    """The Square account of an organisation, in a handler's session."""

    def __init__(
        self, connections: ConnectionRepository, asking: VendorRequests, logins: OAuthService
    ) -> None:
        self._connections = connections
        self._asking = asking
        self._logins = logins
        self._vendor = loyalty_shops(asking.settings)

    def authorize(self, me: Member, body: AuthorizeSquare) -> SquareAuthorization:
        """Report that the token is valid, or return the URL for the login.

        Raises:
            Invalid: no organisation is named.
            UrlNotFound: this installation has no app at Square.
            UrlNotRetrieved: Square does not respond.
        """
        if not body.org_id:
            wrong = FieldError(field="org_id", message="is required", code="missing")
            raise Invalid("Organization ID is required", errors=[wrong])
        row = self._connections.find_by_vendor(me.org_id, VENDOR)
        connection_id = row.connection_id if row is not None else None
        if row is not None and self._is_valid(row):
            return SquareAuthorization(has_valid_token=True, url=None, message=HELD)
        wanted = ControlIntegration(action="connect", vendor=VENDOR, connection_id=connection_id)
        try:
            url = self._logins.begin(me, wanted)
        except NotSetUp as missing:
            raise UrlNotFound from missing
        return SquareAuthorization(has_valid_token=False, url=url, message=TO_LOG_IN)

    def _is_valid(self, row: Connection) -> bool:
        """Return whether Square accepts the token now. Raises UrlNotRetrieved."""
        settings = DESCRIPTIONS[VENDOR].settings()
        try:
            self._asking.ask(row, lambda keys: self._vendor.check(keys, settings), purpose="test")
        except VendorNotReached as silent:
            answer = silent.message.removeprefix(VendorNotReached.message).strip()
            text = answer.removeprefix("Its answer:").strip() or None
            raise UrlNotRetrieved(text, headers=silent.headers) from None
        except ApiError:
            return False
        return True

    def operate(self, me: Member, body: OperateSquare) -> SquareAnswer:
        """Read the requested data, or give points.

        Raises:
            NotConnected: Square is not connected, or it is paused.
            Invalid: a field is missing or wrong, or Square refuses.
        """
        row = self._asking.find(me.org_id, VENDOR)
        acts = {
            "loyalty": self._loyalty,
            "add_points": self._add_points,
            "customers": self._customers,
            "orders": self._orders,
            "catalog": self._catalog,
        }
        return acts[body.operation](me, row, body)

    def _loyalty(self, me: Member, row: Connection, body: OperateSquare) -> SquareAnswer:
        phone = _phone(me, body, is_required=True)
        found = self._asking.ask(row, lambda keys: self._vendor.loyalty(keys, phone or ""))
        return _answer(body, loyalty=_read(found))

    def _add_points(self, me: Member, row: Connection, body: OperateSquare) -> SquareAnswer:
        phone = _phone(me, body, is_required=True)
        points, key = body.points, body.idempotency_key
        if points is None:
            raise invalid("points", "is required.", "missing")
        if key is None:
            raise invalid("idempotency_key", "is required.", "missing")
        found = self._asking.ask(
            row, lambda keys: self._vendor.add_points(keys, phone or "", points, key)
        )
        return _answer(body, loyalty=_read(found))

    def _customers(self, me: Member, row: Connection, body: OperateSquare) -> SquareAnswer:
        phone, email = _phone(me, body, is_required=False), None
        if body.email is not None:
            email = normalised_email(body.email)
            if email is None:
                raise invalid("email", "is not a valid email address.", "invalid_email")
        page = self._asking.ask(
            row, lambda keys: self._vendor.customers(keys, email, phone, body.cursor)
        )
        items = [SquareCustomer.model_validate(it) for it in page.items]
        return _answer(body, customers=items, cursor=page.cursor)

    def _orders(self, _: Member, row: Connection, body: OperateSquare) -> SquareAnswer:
        page = self._asking.ask(row, lambda keys: self._vendor.orders(keys, body.cursor))
        items = [SquareOrder.model_validate(it) for it in page.items]
        return _answer(body, orders=items, cursor=page.cursor)

    def _catalog(self, _: Member, row: Connection, body: OperateSquare) -> SquareAnswer:
        page = self._asking.ask(row, lambda keys: self._vendor.products(keys, body.cursor))
        items = [SquareProduct.model_validate(it) for it in page.items]
        return _answer(body, products=items, cursor=page.cursor)


def _phone(me: Member, body: OperateSquare, *, is_required: bool) -> str | None:
    """Return the phone number in its normal form. Raises Invalid."""
    if body.phone is None:
        if is_required:
            raise invalid("phone", "is required.", "missing")
        return None
    phone = normalised_phone(body.phone, region_of(me.locale))
    if phone is None:
        raise invalid("phone", "is not a valid phone number.", "invalid_phone")
    return phone


def _read(found: LoyaltyAccount | None) -> SquareLoyalty | None:
    return SquareLoyalty.model_validate(found) if found is not None else None


def _answer(
    body: OperateSquare,
    *,
    loyalty: SquareLoyalty | None = None,
    customers: list[SquareCustomer] | None = None,
    orders: list[SquareOrder] | None = None,
    products: list[SquareProduct] | None = None,
    cursor: str | None = None,
) -> SquareAnswer:
    return SquareAnswer(
        operation=body.operation,
        loyalty=loyalty,
        customers=customers or [],
        orders=orders or [],
        products=products or [],
        cursor=cursor,
    )
