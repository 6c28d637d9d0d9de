"""What answers say of passes."""

from api.domains.wallet.passes.models import Pass, PassCertificateRow
from api.domains.wallet.passes.schemas import PassSummary


def summary_of(row: Pass, certificate: PassCertificateRow, phones: int) -> PassSummary:
    """A pass in a list; on how many phones it is is known to the caller."""
    return PassSummary(
        pass_id=row.pass_id,
        passTypeIdentifier=row.pass_type,
        serialNumber=row.serial_number,
        style=row.content["style"],
        description=row.content["description"],
        customer_id=row.customer_id,
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
