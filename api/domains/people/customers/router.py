"""API routes of customers."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.people.customers.dependencies import ProfileServiceDep
from api.domains.people.customers.duplicates import DuplicateService
from api.domains.people.customers.merge_repository import MergeRepository
from api.domains.people.customers.merging import Merging
from api.domains.people.customers.profile_repository import ProfileRepository
from api.domains.people.customers.schemas import (
    AddCustomerNote,
    CustomerDetail,
    CustomerFieldDeleted,
    CustomerFieldList,
    CustomerFieldRead,
    CustomerFieldRef,
    CustomerMergeRef,
    CustomerNoteDeleted,
    CustomerNoteRead,
    CustomerNoteRef,
    CustomerPage,
    CustomerRef,
    CustomersDistinguished,
    CustomersTagged,
    DistinguishCustomers,
    DuplicateRead,
    ListCustomerFields,
    ListCustomers,
    ListDuplicateCustomers,
    MergeCustomers,
    SaveCustomer,
    SaveCustomerField,
    TagCustomers,
)
from api.domains.people.customers.sealing import Sealer
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.pagination import Page, page_of
from api.kit.process_state import SettingsDep

router = ApiRouter(tags=["customers"])


def _duplicates(
    settings: SettingsDep, session: SessionDep, now: NowDep, profiles: ProfileServiceDep
) -> DuplicateService:
    customers, merges = ProfileRepository(session), MergeRepository(session)
    merging = Merging(customers, merges, Sealer.of(settings), now, new_id)
    return DuplicateService(customers, merges, merging, profiles, now)


DuplicateServiceDep = Annotated[DuplicateService, Depends(_duplicates)]


@router.post("/v1/get-customers")
def get_customers(body: ListCustomers, me: ViewerDep, profiles: ProfileServiceDep) -> CustomerPage:
    """List customers: all, or those related to a code, page, campaign or segment."""
    return profiles.list_customers(me, body)


@router.post("/v1/get-customer")
def get_customer(body: CustomerRef, me: ViewerDep, profiles: ProfileServiceDep) -> CustomerDetail:
    """Get a customer with their notes."""
    return profiles.get(me.org_id, body.customer_id)


@router.post("/v1/save-customer")
def save_customer(body: SaveCustomer, me: EditorDep, profiles: ProfileServiceDep) -> CustomerDetail:
    """Create a customer. With an ID, change the given fields of an existing one."""
    return profiles.save(me, body)


@router.post("/v1/tag-customers")
def tag_customers(
    body: TagCustomers, me: EditorDep, profiles: ProfileServiceDep
) -> CustomersTagged:
    """Add tags to several customers, and remove others."""
    return CustomersTagged(changed=profiles.tag(me.org_id, body))


@router.post("/v1/add-customer-note")
def add_customer_note(
    body: AddCustomerNote, me: EditorDep, profiles: ProfileServiceDep
) -> CustomerNoteRead:
    """Add a note to a customer."""
    return profiles.add_note(me, body)


@router.post("/v1/delete-customer-note")
def delete_customer_note(
    body: CustomerNoteRef, me: EditorDep, profiles: ProfileServiceDep
) -> CustomerNoteDeleted:
    """Delete a note."""
    profiles.delete_note(me.org_id, body.note_id)
    return CustomerNoteDeleted(note_id=body.note_id)


@router.post("/v1/list-duplicate-customers")
def list_duplicate_customers(
    body: ListDuplicateCustomers, me: ViewerDep, duplicates: DuplicateServiceDep
) -> Page[DuplicateRead]:
    """List pairs of customers who are probably the same person, with the reasons."""
    items, total = duplicates.list_duplicates(me.org_id, body)
    return page_of(items, total, body.paging)


@router.post("/v1/merge-customers")
def merge_customers(
    body: MergeCustomers, me: EditorDep, duplicates: DuplicateServiceDep
) -> CustomerDetail:
    """Merge two profiles of one person. You can undo the merge."""
    return duplicates.merge(me, body)


@router.post("/v1/undo-customer-merge")
def undo_customer_merge(
    body: CustomerMergeRef, me: EditorDep, duplicates: DuplicateServiceDep
) -> CustomerDetail:
    """Undo a merge. This restores both profiles."""
    return duplicates.undo(me, body.merge_id)


@router.post("/v1/distinguish-customers")
def distinguish_customers(
    body: DistinguishCustomers, me: EditorDep, duplicates: DuplicateServiceDep
) -> CustomersDistinguished:
    """Mark two customers as different people. They are no longer listed as duplicates."""
    return CustomersDistinguished(customer_ids=duplicates.distinguish(me, body))


@router.post("/v1/list-customer-fields")
def list_customer_fields(
    _body: ListCustomerFields, me: ViewerDep, profiles: ProfileServiceDep
) -> CustomerFieldList:
    """List the custom fields of customers, and all tags in use."""
    return profiles.fields(me.org_id)


@router.post("/v1/save-customer-field")
def save_customer_field(
    body: SaveCustomerField, me: AdminDep, profiles: ProfileServiceDep
) -> CustomerFieldRead:
    """Create a custom field, or change the label and options of an existing one."""
    return profiles.save_field(me, body)


@router.post("/v1/delete-customer-field")
def delete_customer_field(
    body: CustomerFieldRef, me: AdminDep, profiles: ProfileServiceDep
) -> CustomerFieldDeleted:
    """Delete a custom field and its values for all customers."""
    profiles.delete_field(me.org_id, body.name)
    return CustomerFieldDeleted(name=body.name)
