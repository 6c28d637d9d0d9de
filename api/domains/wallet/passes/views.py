"""Responses about passes."""

from collections.abc import Iterable, Mapping

from sqlalchemy.orm import Session

from api.domains.people.customers.reading import customer_names
from api.domains.wallet.passes.models import Pass, PassCertificateRow
from api.domains.wallet.passes.schemas import PassSummary


def names_of_holders(session: Session, org_id: str, rows: Iterable[Pass]) -> Mapping[str, str]:
    """Return the names of the customers who hold passes, by the customer IDs that the passes have."""
    return customer_names(session, org_id, {row.customer_id for row in rows if row.customer_id})


def summary_of(
    row: Pass, certificate: PassCertificateRow, phones: int, names: Mapping[str, str]
) -> PassSummary:
    """Return a pass in a list. The caller provides the number of phones and the names of holders."""
    return PassSummary(
        pass_id=row.pass_id,
        passTypeIdentifier=row.pass_type,
        serialNumber=row.serial_number,
        style=row.content["style"],
        description=row.content["description"],
        customer_id=row.customer_id,
        customer_name=names.get(row.customer_id or ""),
        template_id=row.template_id,
        template_version=row.template_version,
        is_void=row.content["is_void"],
        is_development=certificate.is_development,
        phones=phones,
        is_stale=phones > 0 and row.stale_tag == row.change_tag > row.fetched_tag,
        uses=row.uses,
        max_uses=row.max_uses,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )
