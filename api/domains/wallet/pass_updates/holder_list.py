"""The list of passes with their holders."""

from sqlalchemy import RowMapping
from sqlalchemy.orm import Session

from api.domains.wallet.pass_updates.holder_list_repository import list_holders
from api.domains.wallet.pass_updates.schemas import ListPassHolders, PassHolder
from api.kit.pagination import Page, page_of


class HolderList:
    """Holders of one organisation's passes."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def list_page(self, org_id: str, body: ListPassHolders) -> Page[PassHolder]:
        """Return a page of passes in the requested order."""
        rows, total = list_holders(
            self._session,
            org_id,
            text=body.filter,
            template_id=body.template_id,
            state=body.state,
            order=body.sort,
            paging=body.paging,
        )
        return page_of([_read(row) for row in rows], total, body.paging)


def _read(row: RowMapping) -> PassHolder:
    names = (row["first_name"], row["last_name"])
    return PassHolder(
        passTypeIdentifier=row["pass_type"],
        serialNumber=row["serial_number"],
        customer_name=" ".join(it for it in names if it) or None,
        **{name: row[name] for name in PassHolder.model_fields if name in row},
    )
