"""Codes that are put together many at a time, checked first and stored together."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from api.domains.codes.codes.models import Code
from api.domains.codes.codes.schemas import CreateCode
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.types import CodeRow


@dataclass(frozen=True, slots=True)
class Draft:
    """A code that is checked and not stored yet, and the number of the row that it is made from."""

    number: int
    code: Code

    def place_in_batch(self, batch_id: str, created_at: datetime) -> None:
        """Make it part of a batch; lists, newest first, show a batch in the order of its rows."""
        self.code.batch_id = batch_id
        self.code.created_at = created_at - timedelta(microseconds=self.number)


class CodeDrafts:
    """Drafts of one organisation's codes."""

    def __init__(self, codes: CodeService) -> None:
        self._service = codes
        self._codes = codes.codes

    def make(
        self,
        org_id: str,
        created_by: str | None,
        number: int,
        body: CreateCode,
        base: CodeRow | None,
    ) -> Draft:
        """A draft; whether its folder is there shows later.

        Raises:
            Invalid: a field says what codes cannot have.
        """
        return Draft(number, self._service.draft(org_id, created_by, body, base))

    def taken_slugs(self, slugs: Sequence[str]) -> set[str]:
        """Those of these slugs that a code of any organisation has."""
        return self._codes.taken_slugs(slugs) if slugs else set()

    def lock_folders(self, org_id: str, folder_ids: Collection[str]) -> set[str]:
        """Those of these folders that are there; they stay until the transaction ends."""
        return self._codes.lock_folders(org_id, folder_ids)

    def claim_slugs(self, drafts: Sequence[Draft]) -> list[tuple[Draft, str]]:
        """Take the drafts' names; those whose name is taken go without, and are given back with it."""
        by_id = {draft.code.code_id: draft for draft in drafts}
        lost = self._codes.claim_slugs([draft.code for draft in drafts])
        return [(by_id[code.code_id], slug) for code, slug in lost]

    def store(self, drafts: Sequence[Draft]) -> bool:
        """Store all or none; False when a folder of theirs is none of the organisation's."""
        return self._codes.add_all([draft.code for draft in drafts])
