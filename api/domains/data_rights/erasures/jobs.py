"""The work of erasing somebody: the database first, then the lake, then what was exported."""

import re
from typing import Any

from sqlalchemy import text

from api.domains.content.forms.verification.service import phone_key_of
from api.domains.content.terms.service import email_hash_of
from api.domains.data_rights.erasures.repository import ErasureRepository, Known
from api.domains.data_rights.erasures.service import JOB
from api.jobs.registry import JobContext, job
from ingest.locks import ERASURE_LOCK
from warehouse.visitor_names import LETTERS

READERS_FINISH = 5.0
"""Seconds that questions which still read older files have to finish."""


@job(JOB)
def erase_person(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Erase the person; done twice, the second finds nothing left to do."""
    from api.domains.content.media_library.upkeep import LENT
    from api.objects.store import objects_of
    from warehouse.erasure import Person
    from warehouse.erasure import erase_person as erase_from_lake
    from warehouse.lake import Lake
    from warehouse.operational import organization_zones

    settings, org_id, erasure_id = context.settings, context.org_id, args["erasure_id"]
    known, receipt = _names(context, erasure_id)
    if known is None:
        return receipt
    with context.session() as session:
        forgotten = ErasureRepository(session).forget(known, _hashes(context, known))
    _await_landers(context)
    objects = objects_of(settings)
    pictures = [file["key"] for files in forgotten["files"] for file in files]
    exports = [key for folder in LENT for key in objects.keys(f"org/{org_id}/{folder}/")]
    for key in [*pictures, *exports]:
        objects.delete(key)
    erased = erase_from_lake(
        Lake.from_settings(settings),
        Person(org_id, known.customers, known.visitors),
        organization_zones(settings.database_url_as("waypost_pipelines")),
        grace_seconds=READERS_FINISH,
    )
    receipt = {
        "rows": _sums(receipt.get("rows", {}), forgotten["rows"]),
        "lake": erased.receipt(),
        "pictures": len(pictures),
        "exports": len(exports),
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


def _names(context: JobContext, erasure_id: str) -> tuple[Known | None, dict[str, Any]]:
    """All names of the person, kept with the request until it is done: a retry must know them too."""
    with context.session() as session:
        erasures = ErasureRepository(session)
        erasure = erasures.find(context.org_id, erasure_id)
        if erasure is None or erasure.wanted is None:
            return None, erasure.receipt if erasure else {}
        wanted = erasure.wanted
        if "known" not in wanted:
            if wanted["customer_id"]:
                known = erasures.names_of(context.org_id, wanted["customer_id"])
            else:
                known = Known(visitors=_visitors(context, wanted["visitor_id"]))
            lists = {
                "customers": sorted(known.customers),
                "visitors": sorted(known.visitors),
                "addresses": sorted(known.addresses),
            }
            erasure.wanted = wanted = {**wanted, "known": lists}
        found = wanted["known"]
        return Known(**{name: frozenset(several) for name, several in found.items()}), {}


def _visitors(context: JobContext, named: str) -> frozenset[str]:
    """Whom an identifier means, or the name that tables and files have of a visitor."""
    from warehouse.erasure import visitor_ids_of
    from warehouse.lake import Lake

    if not re.fullmatch(LETTERS, named):
        return frozenset({named})
    lake = Lake.from_settings(context.settings)
    return frozenset({named}) | visitor_ids_of(lake, context.org_id, named)


def _hashes(context: JobContext, known: Known) -> frozenset[str]:
    """How tables that keep no address know one."""
    secret = context.settings.secret_key
    return frozenset(
        hash_of(secret, context.org_id, address)
        for address in known.addresses
        for hash_of in (email_hash_of, phone_key_of)
    )


def _await_landers(context: JobContext) -> None:
    """Return when every lander knows whom not to land: those that did not have committed."""
    with context.engine.begin() as connection:
        connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": ERASURE_LOCK})


def _sums(first: dict[str, int], second: dict[str, int]) -> dict[str, int]:
    return {name: first.get(name, 0) + value for name, value in second.items()}
