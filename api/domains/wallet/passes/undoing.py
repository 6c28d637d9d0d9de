"""Undoes the creation of passes by an import."""

from typing import NamedTuple

from api.domains.wallet.passes.repository import PassRepository
from api.domains.wallet.passes.service import PassService
from api.rendering.wallet.content import WalletPass


class TakenBack(NamedTuple):
    """The result of undoing an import's passes."""

    removed: int
    made_void: int
    """Number of passes that were on a phone or already used. They become void, because a phone would show a deleted
    pass as if it were valid.
    """


class ImportUndoing:
    """Undoes imports of one organisation's passes."""

    def __init__(self, stored: PassRepository, passes: PassService) -> None:
        self._stored = stored
        self._passes = passes

    def take_back(self, org_id: str, import_id: str, most: int) -> TakenBack:
        """Delete some of an import's passes, and make those void that somebody has or has used. The latter no longer
        belong to the import.
        """
        rows = self._stored.of_import(org_id, import_id, most)
        phones = self._stored.installs(org_id, [row.pass_id for row in rows])
        kept = [row for row in rows if row.pass_id in phones or row.uses > 0]
        for row in kept:
            content = WalletPass.model_validate(row.content)
            row.import_id = None
            self._passes.show(row, content.model_copy(update={"is_void": True}))
        had = {row.pass_id for row in kept}
        gone = [row.pass_id for row in rows if row.pass_id not in had]
        self._stored.remove(org_id, gone)
        return TakenBack(len(gone), len(kept))
