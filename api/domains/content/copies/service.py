"""Copies a code and its content in one transaction."""

from typing import Any

from api.auth.member import Member
from api.domains.codes.codes.copies import CopyService
from api.domains.codes.codes.schemas import CloneCode, DuplicateCode
from api.domains.codes.codes.types import CodeKind, CopiedCode
from api.domains.content.notes.copying import NoteCopies
from api.domains.content.pages.copying import PageCopies
from api.rendering.visitor_pages.brand import Brand


class FullCopyService:
    """Copies codes of the caller's organisation with everything that their visitors see."""

    def __init__(self, codes: CopyService, pages: PageCopies, notes: NoteCopies) -> None:
        self._codes = codes
        self._pages = pages
        self._notes = notes

    def duplicate(self, me: Member, brand: Brand, body: DuplicateCode) -> CopiedCode:
        """Create a copy next to the original."""
        copy = self._codes.duplicate(me, body)
        return self._with_content(me, brand, body.code_id, copy)

    def clone(self, me: Member, brand: Brand, body: CloneCode) -> CopiedCode:
        """Create a copy in a folder. In another organisation, only the code itself is copied."""
        copy = self._codes.clone(me, body)
        if copy.org_id != me.org_id:
            return copy
        return self._with_content(me, brand, body.code_id, copy)

    def _with_content(
        self, me: Member, brand: Brand, original: str, copy: CopiedCode
    ) -> CopiedCode:
        copied = self._pages.copy(me.org_id, me.caller_id, brand, original, copy.code_id)
        if copied and copy.rules:
            copy.rules = [_leading_to(copied, rule) for rule in copy.rules]
        if copy.type == CodeKind.NOTE:
            self._notes.copy(me.org_id, me.caller_id, original, copy.code_id)
        return copy


def _leading_to(copied: dict[str, str], rule: dict[str, Any]) -> dict[str, Any]:
    """Return the rule with the copied page in place of the original one, if it shows a page."""
    outcome = rule.get("outcome") or {}
    page_id = copied.get(outcome.get("page_id") or "")
    return rule if page_id is None else {**rule, "outcome": {**outcome, "page_id": page_id}}
