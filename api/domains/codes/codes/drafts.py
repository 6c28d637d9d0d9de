"""Codes that are put together many at a time, checked first and stored together."""

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
    """A code that is checked and not stored yet, and the number of the row that it is made from."""

    number: int
    code: Code

    def place_in_batch(self, batch_id: str, created_at: datetime) -> None:
        """Make it part of a batch; lists, newest first, show a batch in the order of its rows."""
        self.code.batch_id = batch_id
        self.code.created_at = created_at - timedelta(microseconds=self.number)


@dataclass(frozen=True, slots=True)
class DraftFacts:
    """What a draft is checked against where there is no database: in a worker process."""

    org_id: str
    base_url: str
    may_be_private: bool
    own_hosts: frozenset[str]
    now: datetime
    base: Code | None
    """The code that the drafts are children of, outside of any session."""


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """What a draft's code will be, as far as previews show it."""

    destination: str | None
    tags: list[str]
    pages: tuple[tuple[str, str], ...]
    """Pages that its rules show, by field: only the database knows whether they are there."""
    own_design: Design | None
    """Its look, if it has one of its own."""


def check_draft(facts: DraftFacts, body: CreateCode) -> CheckedDraft:
    """Check a code to be made; what only the database knows is left to the caller.

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
        """A draft; whether its folder is there shows later.

        Raises:
            Invalid: a field says what codes cannot have.
        """
        return Draft(number, self._service.draft(org_id, created_by, body, base))

    def facts(self, org_id: str, base: CodeRow | None, now: datetime) -> DraftFacts:
        """What `check_draft` needs to know of the organisation and of the base."""
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
        """Those of these ids that are no pages of the organisation."""
        return self._codes.missing_pages(org_id, page_ids)

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
