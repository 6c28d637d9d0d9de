"""The job that erases a person: from the database, pictures and exports, then from the lake."""

import re
from typing import TYPE_CHECKING, Any

from sqlalchemy.orm import Session

import api.domains.data_rights.erasures.vendors  # noqa: F401 (answers what vendors ask)
from api.db.advisory_locks import wait_for_lock
from api.domains.content.forms.verification.service import phone_key_of
from api.domains.content.terms.service import email_hash_of
from api.domains.data_rights.erasures.repository import ErasureRepository, PersonIds
from api.domains.data_rights.erasures.service import JOB
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.domains.people.customers.types import ContactKind
from api.jobs.registry import JobContext, job
from api.kit.ids import new_id
from ingest.locks import ERASURE_LOCK
from warehouse.visitor_names import LETTERS

if TYPE_CHECKING:
    from api.objects.store import ObjectStore

READER_GRACE_SECONDS = 5.0
"""Seconds to wait for running queries that still read older files."""


@job(JOB)
def erase_person(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Erase the person. Idempotent."""
    from api.domains.content.media_library.upkeep import DOWNLOAD_FOLDERS
    from api.objects.store import objects_of
    from warehouse.erasure import Person
    from warehouse.erasure import erase_person as erase_from_lake
    from warehouse.lake import Lake
    from warehouse.operational import organization_zones

    settings, org_id, erasure_id = context.settings, context.org_id, args["erasure_id"]
    with context.session() as session:
        person, receipt = _person(session, context, erasure_id)
        if person is None:
            return receipt
        erased_rows = ErasureRepository(session).erase(person, _hashes(context, person))
        sealer = Sealer.of(settings)
        CustomerService(session, sealer, context.now(), new_id).drop_unused_tags(org_id)
    _wait_for_landers(context)
    objects = objects_of(settings)
    pictures = [file["key"] for files in erased_rows["files"] for file in files]
    for key in pictures:
        objects.delete(key)
    exports = sum(_delete_folder(objects, org_id, folder) for folder in DOWNLOAD_FOLDERS)
    erased = erase_from_lake(
        Lake.from_settings(settings),
        Person(org_id, person.customers, person.visitors),
        organization_zones(settings.database_url_as("waypost_pipelines")),
        grace_seconds=READER_GRACE_SECONDS,
    )
    # An export that was under way may contain events from before.
    exports += _delete_folder(objects, org_id, "exports")
    receipt = {
        "rows": _sums(receipt.get("rows", {}), erased_rows["rows"]),
        "lake": erased.receipt(),
        "pictures": len(pictures),
        "exports": exports,
    }
    with context.session() as session:
        ErasureRepository(session).end(
            *(org_id, erasure_id),
            state="done",
            finished_at=context.now(),
            wanted=None,
            receipt=receipt,
        )
    return receipt


def _delete_folder(objects: "ObjectStore", org_id: str, folder: str) -> int:
    """Delete the organisation's files in this folder, and return their number."""
    keys = objects.keys(f"org/{org_id}/{folder}/")
    for key in keys:
        objects.delete(key)
    return len(keys)


def _person(
    session: Session, context: JobContext, erasure_id: str
) -> tuple[PersonIds | None, dict[str, Any]]:
    """Return all IDs of the person, which are stored with the request until it is done, for retries.

    Their profiles cannot be merged until the end of the transaction that erases them.
    """
    sealer = Sealer.of(context.settings)
    erasures = ErasureRepository(session)
    erasure = erasures.find(context.org_id, erasure_id)
    if erasure is None or erasure.wanted is None:
        return None, erasure.receipt if erasure else {}
    wanted = erasure.wanted
    if "known" not in wanted:
        if wanted["customer_id"]:
            customers = CustomerService(session, sealer, context.now(), new_id)
            customers.lock_merges(context.org_id)
            ids = customers.ids_of_person(context.org_id, wanted["customer_id"])
            person = erasures.ids_of(context.org_id, ids or [wanted["customer_id"]], sealer)
        else:
            person = PersonIds(visitors=_visitors(context, wanted["visitor_id"]))
        lists = {
            "customers": sorted(person.customers),
            "visitors": sorted(person.visitors),
            "addresses": [sealer.wrap(address) for address in sorted(person.addresses)],
        }
        erasure.wanted = wanted = {**wanted, "known": lists}
    known = wanted["known"]
    stored = {**known, "addresses": [sealer.unwrap(it) for it in known["addresses"]]}
    return PersonIds(**{name: frozenset(ids) for name, ids in stored.items()}), {}


def _visitors(context: JobContext, visitor: str) -> frozenset[str]:
    """Return the visitor IDs for an ID or a visitor's short name."""
    from warehouse.erasure import visitor_ids_of
    from warehouse.lake import Lake

    if not re.fullmatch(LETTERS, visitor):
        return frozenset({visitor})
    lake = Lake.from_settings(context.settings)
    return frozenset({visitor}) | visitor_ids_of(lake, context.org_id, visitor)


def _hashes(context: JobContext, person: PersonIds) -> frozenset[str]:
    """Return the hashes of the person's addresses, in the form of tables that do not store addresses."""
    secret, org_id = context.settings.secret_key, context.org_id
    sealer = Sealer.of(context.settings)
    hashes = {
        hash_of(secret, org_id, address)
        for address in person.addresses
        for hash_of in (email_hash_of, phone_key_of)
    }
    kinds: tuple[ContactKind, ...] = ("email", "phone")
    return frozenset(hashes).union(
        sealer.index(org_id, kind, address).hex() for address in person.addresses for kind in kinds
    )


def _wait_for_landers(context: JobContext) -> None:
    """Return when every lander reads the new list of erased people, or has committed without it."""
    wait_for_lock(context.engine, ERASURE_LOCK)


def _sums(first: dict[str, int], second: dict[str, int]) -> dict[str, int]:
    return {name: first.get(name, 0) + value for name, value in second.items()}
