"""All statements about the list of holders."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    ScalarSelect,
    Select,
    and_,
    case,
    exists,
    func,
    not_,
    null,
    or_,
    select,
    true,
)
from sqlalchemy.orm import Session

from api.domains.people.customers.reading import people_named
from api.domains.people.customers.tables import IS_KEPT, customers, kept_customers
from api.domains.wallet.google_passes.tables import google_passes, is_held_at_google
from api.domains.wallet.pass_updates.schemas import HolderFilter
from api.domains.wallet.passes.tables import pass_redemptions, pass_registrations, passes
from api.domains.wallet.passes.types import PassOrder
from api.kit.pagination import Paging, contains_pattern

_P = passes.c
_ON_IPHONE = exists().where(
    pass_registrations.c.org_id == _P.org_id, pass_registrations.c.pass_id == _P.pass_id
)
_AT_GOOGLE = exists().where(
    google_passes.c.org_id == _P.org_id, google_passes.c.pass_id == _P.pass_id, is_held_at_google
)
_LEFT_GOOGLE = exists().where(
    google_passes.c.org_id == _P.org_id,
    google_passes.c.pass_id == _P.pass_id,
    google_passes.c.is_saved.is_(False),
)
_IS_HELD = or_(_ON_IPHONE, _AT_GOOGLE)
_WAS_HELD = or_(_P.removed_at.is_not(None), _LEFT_GOOGLE)
_IS_VOID = _P.content.contains({"is_void": True})
_IS_STALE = and_(_ON_IPHONE, _P.stale_tag == _P.change_tag, _P.change_tag > _P.fetched_tag)
_WANTED: dict[HolderFilter, ColumnElement[bool]] = {
    "installed": _IS_HELD,
    "removed": and_(not_(_IS_HELD), _WAS_HELD),
    "not_installed": and_(not_(_IS_HELD), not_(_WAS_HELD)),
    "stale": _IS_STALE,
    "void": _IS_VOID,
}
_ORDERS: dict[PassOrder, ColumnElement[Any]] = {
    "created_at": _P.created_at.asc(),
    "-created_at": _P.created_at.desc(),
    "updated_at": _P.updated_at.asc(),
    "-updated_at": _P.updated_at.desc(),
    "serialNumber": _P.serial_number.asc(),
    "-serialNumber": _P.serial_number.desc(),
}


def _of_phones(value: ColumnElement[Any]) -> ScalarSelect[Any]:
    own = pass_registrations.c.org_id == _P.org_id, pass_registrations.c.pass_id == _P.pass_id
    return select(value).where(*own).correlate(passes).scalar_subquery()


_LAST_USE = (
    select(func.max(pass_redemptions.c.redeemed_at))
    .where(
        pass_redemptions.c.org_id == _P.org_id,
        pass_redemptions.c.pass_id == _P.pass_id,
        pass_redemptions.c.undone_at.is_(None),
    )
    .correlate(passes)
    .scalar_subquery()
)


def list_holders(
    session: Session,
    org_id: str,
    *,
    text: str | None,
    template_id: str | None,
    state: HolderFilter | None,
    order: PassOrder,
    paging: Paging,
) -> tuple[Sequence[RowMapping], int]:
    """Return a page of passes with their holders, and the number of all of them."""
    found = _found(org_id, text, template_id, state)
    # A search reads all names and serial numbers, so it counts what it finds on the way. Without one, the page is read
    # in the order of an index and ends early.
    counted = func.count().over() if text else null()
    # The page is chosen first, so that only its rows are joined.
    shown = found.add_columns(counted.label("total")).order_by(_ORDERS[order], _P.pass_id)
    shown = shown.limit(paging.page_size)
    on_page = shown.offset(paging.offset).subquery("shown")
    own = (customers.c.org_id == _P.org_id) & (customers.c.customer_id == _P.customer_id)
    # Without a limit, Postgres reads all customers.
    kept = (
        select(*(kept_customers.c[it] for it in ("customer_id", "first_name", "last_name")))
        .where(IS_KEPT)
        .limit(1)
        .lateral("kept")
    )
    page = (
        select(
            _P.pass_id,
            _P.pass_type,
            _P.serial_number,
            _P.content["description"].astext.label("description"),
            kept.c.customer_id,
            kept.c.first_name,
            kept.c.last_name,
            _P.template_id,
            _P.template_version,
            case((_IS_HELD, "installed"), (_WAS_HELD, "removed"), else_="not_installed").label(
                "state"
            ),
            _of_phones(func.count()).label("phones"),
            _AT_GOOGLE.label("is_at_google"),
            _IS_VOID.label("is_void"),
            _IS_STALE.label("is_stale"),
            _P.uses,
            _P.max_uses,
            _P.created_at,
            _of_phones(func.min(pass_registrations.c.created_at)).label("installed_at"),
            case((not_(_IS_HELD), _P.removed_at)).label("removed_at"),
            _P.updated_at,
            _LAST_USE.label("used_at"),
            on_page.c.total,
        )
        .select_from(
            passes.join(on_page, on_page.c.pass_id == _P.pass_id)
            .outerjoin(customers, own)
            .outerjoin(kept, true())
        )
        .where(_P.org_id == org_id)
        .order_by(_ORDERS[order], _P.pass_id)
    )
    rows = session.execute(page).mappings().all()
    if text and (rows or not paging.offset):
        return rows, rows[0]["total"] if rows else 0
    return rows, session.scalar(select(func.count()).select_from(found.subquery())) or 0


def _found(
    org_id: str, text: str | None, template_id: str | None, state: HolderFilter | None
) -> Select[Any]:
    found: Select[Any] = select(_P.pass_id).where(_P.org_id == org_id)
    if template_id is not None:
        found = found.where(_P.template_id == template_id)
    if state is not None:
        found = found.where(_WANTED[state])
    if text:
        # The index `passes_of_org` has both columns, so that no pass is read.
        has_number = _P.serial_number.ilike(contains_pattern(text))
        found = found.where(or_(has_number, _P.customer_id.in_(people_named(org_id, text))))
    return found
