"""Codes that lead to passes: one pass for everybody, or one for each visitor."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from api.auth.member import Member
from api.domains.codes.codes.errors import CodeDeleted
from api.domains.codes.codes.inheritance import effective
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.types import CodeKind, CodeRow
from api.domains.people.customers.service import CustomerService
from api.domains.wallet.passes.addresses import CARDS, offer_path, pass_path
from api.domains.wallet.passes.errors import (
    AllPassesGiven,
    fewer_than_given,
    no_pass_code,
    not_shareable,
)
from api.domains.wallet.passes.models import Pass, PassOffer
from api.domains.wallet.passes.offer_repository import OfferRepository
from api.domains.wallet.passes.schemas import PassCodeRead, SavePassCode
from api.domains.wallet.passes.service import PassService
from api.rendering.placeholders import filled, placeholders
from api.rendering.wallet.content import WalletPass

_NAMES, _SERIAL = ("customer.name", "customer.first_name"), "serial"
"""The placeholders that are filled in a copy: the name of its recipient, and its serial number."""
_WHOLE_SERIAL = "{{serial}}"


class OfferService:
    """Offers of one organisation."""

    def __init__(
        self,
        offers: OfferRepository,
        passes: PassService,
        customers: CustomerService,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._offers = offers
        self._passes = passes
        self._customers = customers
        self._now = now
        self._new_id = new_id

    def save(self, me: Member, codes: CodeService, body: SavePassCode) -> PassCodeRead:
        """Make a code lead to a pass.

        Raises:
            CodeNotFound, CodeDeleted, PassNotFound: the code or the pass does not exist.
            Invalid: the code is of another kind, or the pass belongs to one person.
        """
        code = codes.get_to_change(me.org_id, body.code_id)
        if code.deleted_at is not None:
            raise CodeDeleted
        if code.type != CodeKind.PASS:
            raise no_pass_code()
        row = self._passes.get_row(me.org_id, body.pass_id)
        content = WalletPass.model_validate(row.content)
        if row.customer_id is not None or row.offer_id is not None:
            raise not_shareable("belongs to one person")
        if not body.is_personal and not content.can_be_shared:
            raise not_shareable("cannot be shared; give each person their own pass")
        path = (
            offer_path(self._offer(me, code, body).offer_id)
            if body.is_personal
            else pass_path(row.pass_id)
        )
        codes.lead_to(code, path)
        return self.read(me.org_id, codes, code.code_id)

    def read(self, org_id: str, codes: CodeService, code_id: str) -> PassCodeRead:
        """Return the pass to which a code leads, if one was chosen.

        Raises:
            CodeNotFound: the code does not exist.
        """
        code = codes.get(org_id, code_id)
        offer = self._offer_of(code)
        pass_id = offer.pass_id if offer is not None else _pass_id(_target(code))
        return PassCodeRead(
            code_id=code.code_id,
            pass_id=pass_id,
            is_personal=offer is not None,
            most=offer.most if offer is not None else None,
            given=offer.given if offer is not None else None,
        )

    def source(self, org_id: str, offer_id: str) -> WalletPass | None:
        """Return the pass of which an offer gives copies, or None if the offer does not exist."""
        offer = self._offers.find(org_id, offer_id)
        if offer is None:
            return None
        return WalletPass.model_validate(self._passes.get_row(org_id, offer.pass_id).content)

    def find_given(self, org_id: str, offer_id: str, visitor_id: str | None) -> str | None:
        """Return the pass that a visitor has from an offer, or None."""
        if visitor_id is None:
            return None
        return self._offers.find_pass_of(org_id, offer_id, visitor_id)

    def give(self, org_id: str, offer_id: str, visitor_id: str | None, name: str) -> str:
        """Give a visitor their own pass, or find the one that they have, and return its ID.

        Raises:
            AllPassesGiven: there are no more.
            Invalid: the pass cannot be shown with the name.
        """
        self._passes.lock_changes(org_id)
        known = self.find_given(org_id, offer_id, visitor_id)
        if known is not None:
            return known
        offer = self._offers.find(org_id, offer_id)
        if offer is None or not self._offers.take_one(org_id, offer_id):
            raise AllPassesGiven
        customer = self._customers.find_by_visitor(org_id, visitor_id)
        source = self._passes.get_row(org_id, offer.pass_id)
        serial_number = self._new_id("wp")
        first_name = customer[1] if customer is not None else None
        row: Pass = self._passes.add_copy(
            org_id,
            personal(source.content, name or first_name or "", serial_number),
            serial_number=serial_number,
            customer_id=self._customers.find_owner(org_id, visitor_id),
            offer_id=offer_id,
            visitor_id=visitor_id,
            max_uses=source.max_uses,
        )
        return row.pass_id

    def _offer(self, me: Member, code: CodeRow, body: SavePassCode) -> PassOffer:
        """Return the code's existing offer of this pass, or a new one."""
        offer = self._offer_of(code)
        if offer is not None and offer.pass_id == body.pass_id:
            if body.most < offer.given:
                raise fewer_than_given(offer.given)
            offer.most = body.most
            self._offers.session.flush()
            return offer
        offer = PassOffer(
            offer_id=self._new_id("offer"),
            org_id=me.org_id,
            pass_id=body.pass_id,
            most=body.most,
            given=0,
            created_at=self._now,
            created_by=me.caller_id or None,
        )
        self._offers.add(offer)
        return offer

    def _offer_of(self, code: CodeRow) -> PassOffer | None:
        target = _target(code)
        is_offer = target.startswith(f"{CARDS}offer_")
        return self._offers.find(code.org_id, target.removeprefix(CARDS)) if is_offer else None


def requires_name(content: WalletPass) -> bool:
    """Return whether copies of a pass show a name."""
    found = placeholders(content.model_dump(mode="json"))
    return any(name in _NAMES for _, name in found)


def personal(content: dict[str, Any], name: str, serial_number: str) -> WalletPass:
    """Return a copy of a pass for one person. Its barcode is its serial number, unless the original specifies where the
    serial number appears.
    """
    copy, barcode = dict(content), content["barcode"]
    if barcode is not None:
        says_where = any(it == _SERIAL for _, it in placeholders(barcode["message"]))
        message = barcode["message"] if says_where else _WHOLE_SERIAL
        text = _WHOLE_SERIAL if barcode["text"] == barcode["message"] else barcode["text"]
        copy["barcode"] = {**barcode, "message": message, "text": text}
    values = {**dict.fromkeys(_NAMES, name), _SERIAL: serial_number}
    return WalletPass.model_validate(filled(copy, values))


def _target(code: CodeRow) -> str:
    return str(effective(code, "destination") or "")


def _pass_id(target: str) -> str | None:
    return target.removeprefix(CARDS) if target.startswith(f"{CARDS}pass_") else None
