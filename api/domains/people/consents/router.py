"""API routes of consents, suppression lists and contact rules."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.people.consents.contact_rules import ContactRulesService
from api.domains.people.consents.dependencies import (
    ConsentViewsDep,
    SuppressionServiceDep,
)
from api.domains.people.consents.repository import ConsentRepository
from api.domains.people.consents.schemas import (
    ContactRulesRead,
    CustomerConsents,
    CustomerConsentsRef,
    GetContactRules,
    ImportSuppressions,
    ListSuppressions,
    MayContact,
    MayContactAnswer,
    RecordConsent,
    SaveContactRules,
    SuppressedAddress,
    SuppressedOn,
    SuppressionImport,
    SuppressionListDeleted,
    SuppressionListRef,
    SuppressionLists,
    SuppressionRemoved,
)
from api.kit.clock import NowDep

router = ApiRouter(tags=["consents"])


def _rules(session: SessionDep, now: NowDep) -> ContactRulesService:
    return ContactRulesService(ConsentRepository(session), now)


ContactRulesDep = Annotated[ContactRulesService, Depends(_rules)]


@router.post("/v1/get-customer-consents")
def get_customer_consents(
    body: CustomerConsentsRef, me: ViewerDep, views: ConsentViewsDep
) -> CustomerConsents:
    """Get the consents of a customer: their current state, and every entry of the consent ledger."""
    return views.of_customer(me, body.customer_id)


@router.post("/v1/record-consent")
def record_consent(body: RecordConsent, me: EditorDep, views: ConsentViewsDep) -> CustomerConsents:
    """Record that a customer gave or withdrew consent, and how. The ledger is append-only: earlier entries do not
    change.
    """
    return views.record(me, body)


@router.post("/v1/may-contact")
def may_contact(body: MayContact, me: ViewerDep, views: ConsentViewsDep) -> MayContactAnswer:
    """Check whether a customer may be contacted, and if not, why. All messages are checked in the same way before they
    are sent.
    """
    return views.may_contact(me, body)


@router.post("/v1/import-suppressions")
def import_suppressions(
    body: ImportSuppressions, me: EditorDep, suppressions: SuppressionServiceDep
) -> SuppressionImport:
    """Add email addresses and phone numbers to a suppression list. Only their digests are stored."""
    return suppressions.import_addresses(me, body)


@router.post("/v1/list-suppressions")
def list_suppressions(
    body: ListSuppressions, me: ViewerDep, suppressions: SuppressionServiceDep
) -> SuppressionLists:
    """List suppression lists with their counts."""
    items, total, addresses = suppressions.lists(me.org_id, body.paging)
    return SuppressionLists(
        items=items, page=body.page, page_size=body.page_size, total=total, addresses=addresses
    )


@router.post("/v1/delete-suppression-list")
def delete_suppression_list(
    body: SuppressionListRef, me: EditorDep, suppressions: SuppressionServiceDep
) -> SuppressionListDeleted:
    """Delete a suppression list with its addresses."""
    suppressions.delete_list(me.org_id, body.list_id)
    return SuppressionListDeleted(list_id=body.list_id)


@router.post("/v1/find-suppression")
def find_suppression(
    body: SuppressedAddress, me: ViewerDep, suppressions: SuppressionServiceDep
) -> SuppressedOn:
    """Find the suppression lists that contain an address or number."""
    return SuppressedOn(lists=suppressions.names_with(me, body.address))


@router.post("/v1/remove-suppression")
def remove_suppression(
    body: SuppressedAddress, me: EditorDep, suppressions: SuppressionServiceDep
) -> SuppressionRemoved:
    """Remove an email address or phone number from all suppression lists."""
    return SuppressionRemoved(removed=suppressions.remove(me, body.address))


@router.post("/v1/get-contact-rules")
def get_contact_rules(
    _body: GetContactRules, me: ViewerDep, rules: ContactRulesDep
) -> ContactRulesRead:
    """Get the contact rules of the organisation: quiet hours, frequency cap and minimum age."""
    return rules.get(me.org_id)


@router.post("/v1/save-contact-rules")
def save_contact_rules(
    body: SaveContactRules, me: AdminDep, rules: ContactRulesDep
) -> ContactRulesRead:
    """Save the quiet hours, frequency cap and minimum age. Null removes a rule."""
    return rules.save(me, body)
