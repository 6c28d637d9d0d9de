"""Codes that are created in bulk: checked first and stored together."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NoReturn

from api.domains.codes.codes.drafting import Addresses, draft_code
from api.domains.codes.codes.fields import Checks
from api.domains.codes.codes.models import Code
from api.domains.codes.codes.schemas import CreateCode
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.types import CodeRow
from api.kit.ids import new_code_id
from api.rendering.qr.types import Design


@dataclass(frozen=True, slots=True)
class Draft:
    """A code that is checked but not stored yet, and the number of its row."""

    number: int
    code: Code

    def place_in_batch(self, batch_id: str, created_at: datetime) -> None:
        """Add the code to a batch. Lists, which are sorted newest first, show a batch in the order of its rows."""
        self.code.batch_id = batch_id
        self.code.created_at = created_at - timedelta(microseconds=self.number)


@dataclass(frozen=True, slots=True)
class DraftFacts:
    """The facts for checking a draft without the database, in a worker process."""

    org_id: str
    base_url: str
    may_be_private: bool
    own_hosts: frozenset[str]
    now: datetime
    base: Code | None
    """The base of the drafts if they are children, detached from any session."""


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """The code that a draft will become, as far as previews show it."""

    destination: str | None
    tags: list[str]
    pages: tuple[tuple[str, str], ...]
    """Pages that its rules show, by field. Only the database knows whether they exist."""
    own_design: Design | None
    """Its design, if it does not follow that of its base."""


def check_draft(facts: DraftFacts, body: CreateCode) -> CheckedDraft:
    """Check a code to be created. Checks that need the database are left to the caller.

    Raises:
        Invalid: a field has a value that codes cannot have.
    """
    addresses = Addresses(
        facts.base_url, may_be_private=facts.may_be_private, own_hosts=lambda: facts.own_hosts
    )
    checks = Checks(
        _refuse_domain, addresses.check, lambda _pages: (), lambda _segments: (), new_code_id
    )
    code = draft_code(checks, facts.now, facts.org_id, None, body, facts.base)
    design = Design.model_validate(code.design)
    is_own = "design" in code.overrides and design != Design()
    return CheckedDraft(code.destination, code.tags, _pages_of(body), design if is_own else None)


def _refuse_domain(_code: Code, _choice: str) -> NoReturn:
    raise NotImplementedError("drafts of rows choose no domain")


def _pages_of(body: CreateCode) -> tuple[tuple[str, str], ...]:
    return tuple(
        (f"rules.{place}.outcome.page_id", rule.outcome.page_id)
        for place, rule in enumerate(body.rules)
        if rule.outcome.type == "page" and rule.outcome.page_id is not None
    )


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
        """Return a draft. Whether its folder exists is checked later.

        Raises:
            Invalid: a field has a value that codes cannot have.
        """
        return Draft(number, self._service.draft(org_id, created_by, body, base))

    def facts(self, org_id: str, base: CodeRow | None, now: datetime) -> DraftFacts:
        """Return the facts about the organisation and the base that `check_draft` needs."""
        columns = () if base is None else Code.__table__.columns.keys()
        return DraftFacts(
            org_id,
            self._service.base_url,
            self._service.may_be_private,
            self._service.own_hosts,
            now,
            Code(**{name: getattr(base, name) for name in columns}) if base is not None else None,
        )

    def missing_pages(self, org_id: str, page_ids: Sequence[str]) -> set[str]:
        """Return those of these IDs that are not pages of the organisation."""
        return self._codes.missing_pages(org_id, page_ids)

    def taken_slugs(self, slugs: Sequence[str]) -> set[str]:
        """Return those of these slugs that a code of any organisation has."""
        return self._codes.taken_slugs(slugs) if slugs else set()

    def lock_folders(self, org_id: str, folder_ids: Collection[str]) -> set[str]:
        """Return those of these folders that exist, and lock them until the transaction ends."""
        return self._codes.lock_folders(org_id, folder_ids)

    def claim_slugs(self, drafts: Sequence[Draft]) -> list[tuple[Draft, str]]:
        """Claim the drafts' slugs. Drafts whose slug is taken lose it and are returned with it."""
        by_id = {draft.code.code_id: draft for draft in drafts}
        lost = self._codes.claim_slugs([draft.code for draft in drafts])
        return [(by_id[code.code_id], slug) for code, slug in lost]

    def store(self, drafts: Sequence[Draft]) -> bool:
        """Store all drafts or none. Return False if one of their folders does not belong to the organisation."""
        return self._codes.add_all([draft.code for draft in drafts])
