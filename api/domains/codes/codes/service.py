"""Rules of codes: which codes may be created, changed and deleted. The router checks permissions."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import Any

from sqlalchemy.orm import Session

from api.domains.codes.codes.counter_repository import LIMITS, reset_counts
from api.domains.codes.codes.drafting import Addresses, check_window, draft_code
from api.domains.codes.codes.errors import (
    CodeChanged,
    CodeDeleted,
    CodeNotFound,
    CodeNotRestorable,
    invalid_field,
    slug_taken,
)
from api.domains.codes.codes.fields import (
    BY_NAME,
    Checks,
    changed_by,
    given_by,
    parts_of,
    store,
    store_changes,
)
from api.domains.codes.codes.hosts import choose_domain, hosts_in
from api.domains.codes.codes.inheritance import effective, follow_base, start_overriding
from api.domains.codes.codes.listing_schemas import ListChildren, ListCodes, ListNames
from api.domains.codes.codes.models import Code
from api.domains.codes.codes.repository import CodeRepository
from api.domains.codes.codes.schemas import (
    CreateCode,
    DeleteCode,
    UpdateCode,
    UpdateDesign,
)
from api.domains.codes.codes.types import Artwork, CodeKind, CodeRow
from api.domains.codes.codes.utm import Utm, with_utm
from api.domains.people.segments.reading import missing_segments

RESTORABLE = timedelta(days=30)


class CodeService:
    """Codes of the organisation to which the session belongs."""

    def __init__(
        self,
        session: Session,
        *,
        base_url: str,
        may_be_private: bool,
        new_code_id: Callable[[], str],
        now: datetime,
    ) -> None:
        self.codes = CodeRepository(session)
        self.base_url = base_url
        self.may_be_private = may_be_private
        self._addresses = Addresses(
            base_url, may_be_private=may_be_private, own_hosts=lambda: self.own_hosts
        )
        self._new_code_id = new_code_id
        self._now = now

    def create(self, org_id: str, created_by: str | None, body: CreateCode) -> Code:
        """Create a code."""
        return self.add(self.new(org_id, created_by, body))

    def new(self, org_id: str, created_by: str | None, body: CreateCode) -> Code:
        """Return a new code that is checked but not stored. It is a child if the request names a base."""
        return self.draft(org_id, created_by, body, self._base(org_id, body))

    def draft(
        self, org_id: str, created_by: str | None, body: CreateCode, base: CodeRow | None
    ) -> Code:
        """Return a new code that is checked but not stored. Whether its folder exists is checked later."""
        checks = self._checks(org_id)
        code = draft_code(checks, self._now, org_id, created_by, body, base)
        if body.domain is not None:
            store(checks, code, "domain", body.domain)
        if "password" in body.model_fields_set:
            store(checks, code, "password", body.password)
        return code

    def add(self, code: Code) -> Code:
        """Store a new code."""
        if self.codes.claim_slugs([code]):
            raise slug_taken()
        if not self.codes.add(code):
            raise invalid_field(
                "folder_id", "is not a folder of this organisation", "folder_not_found"
            )
        return code

    def get(self, org_id: str, code_id: str) -> Code:
        """Return a code, including deleted ones (see `deleted_at`)."""
        code = self.codes.find(org_id, code_id)
        if code is None:
            raise CodeNotFound
        return code

    def find(self, org_id: str, code_id: str) -> Code | None:
        """Return a code, including deleted ones, or None."""
        return self.codes.find(org_id, code_id)

    def list_codes(self, org_id: str, body: ListCodes) -> tuple[list[Code], int]:
        """Return one page of codes, and the total number."""
        return self.codes.list_codes(org_id, body)

    def list_ranked(
        self,
        org_id: str,
        body: ListCodes,
        ranked: Sequence[str] | None,
        *,
        unranked_first: bool = False,
        only: Sequence[str] | None = None,
        never: Sequence[str] = (),
    ) -> tuple[list[Code], int]:
        """Return one page of codes in the order of these IDs, or of `sort`, and the total number."""
        return self.codes.list_ranked(
            org_id, body, ranked, unranked_first=unranked_first, only=only, never=never
        )

    def count_children(self, org_id: str, code_ids: Sequence[str]) -> dict[str, int]:
        """Return the number of children of each of these codes. Codes without children are left out."""
        return self.codes.count_children(org_id, code_ids)

    def list_children(self, org_id: str, body: ListChildren) -> tuple[list[Code], int]:
        """Return one page of the children of a base code, and the total number."""
        base = self.get(org_id, body.id).code_id
        return self.codes.list_codes(org_id, body, Code.base_code_id == base)

    def list_folder(
        self, org_id: str, body: ListCodes, folder_id: str | None
    ) -> tuple[list[Code], int]:
        """Return one page of a folder's codes, or of the codes in no folder, and the total number."""
        return self.codes.list_codes(org_id, body, Code.folder_id.is_not_distinct_from(folder_id))

    def count_by_folder(self, org_id: str) -> dict[str, int]:
        """Return the number of codes directly in each folder that has any."""
        return self.codes.count_by_folder(org_id)

    def move(
        self,
        org_id: str,
        code_ids: Sequence[str],
        *,
        to_folder: str | None,
        from_folder: str | None = None,
    ) -> int:
        """Move these codes to a folder. With `from_folder`, only those in that folder are moved.

        Raises:
            CodeNotFound: one of them is not a code of the organisation; none is moved.
        """
        if self.codes.count_existing(org_id, code_ids) != len(code_ids):
            raise CodeNotFound
        return self.codes.move(
            org_id, to_folder, self._now, code_ids=code_ids, from_folder=from_folder
        )

    def move_all(self, org_id: str, *, from_folder: str, to_folder: str | None) -> int:
        """Move all codes of a folder elsewhere, including deleted ones."""
        return self.codes.move(org_id, to_folder, self._now, from_folder=from_folder)

    def list_names(self, org_id: str, body: ListNames) -> tuple[list[tuple[str, str, str]], int]:
        """Return ID, name and kind of these codes, and the total number."""
        return self.codes.list_names(org_id, body)

    def update(self, org_id: str, changes: UpdateCode) -> Code:
        """Change the destination, content or validity of a code. A field that is null is cleared where that is
        allowed.
        """
        code = self.get_to_change(org_id, changes.code_id, changes.version)
        if changes.restore:
            self.restore(code)
        if code.deleted_at is not None:
            raise CodeDeleted
        limits = [(limit, effective(code, limit.column)) for limit in LIMITS]
        own = parts_of(changed_by(changes))
        start_overriding(code, own | set(changes.overrides or ()))
        store_changes(self._checks(org_id), code, changes)
        if changes.overrides is not None:
            if code.base_code_id is None:
                raise invalid_field(
                    "overrides", "are only for codes that have a base", "not_a_child"
                )
            follow_base(code, set(code.overrides) - set(changes.overrides) - own)
        check_window(code.active_from, code.active_until)
        saved = self.keep(code)
        for limit, before in limits:
            if before is None and effective(code, limit.column) is not None:
                reset_counts(self.codes.session, code, limit)
        return saved

    def update_design(self, org_id: str, changes: UpdateDesign) -> Code:
        """Change the design of the picture. The address that it encodes never changes."""
        code = self.get_to_change(org_id, changes.code_id, changes.version)
        if code.deleted_at is not None:
            raise CodeDeleted
        start_overriding(code, parts_of(given_by(changes)))
        store_changes(self._checks(org_id), code, changes)
        return self.keep(code)

    def change(self, org_id: str, code: Code, field: str, value: Any) -> None:
        """Change one field of a locked code. A child then overrides the part to which the field belongs."""
        start_overriding(code, parts_of([BY_NAME[field]]))
        store(self._checks(org_id), code, field, value)

    def put_utm(self, code: Code, utm: Utm) -> None:
        """Add UTM values to the destination of a redirect code."""
        if code.deleted_at is not None:
            raise CodeDeleted
        if code.type != CodeKind.REDIRECT:
            raise invalid_field(
                "code_ids", f"has “{code.name}”, which leads to no address", "no_destination"
            )
        start_overriding(code, ["destination"])
        code.destination = self._addresses.check("utm", with_utm(code.destination or "", utm))

    def lead_to(self, code: Code, path: str | None) -> Code:
        """Let a locked code open this page of Waypost, or none. A child then no longer follows its base's destination."""
        start_overriding(code, ["destination"])
        code.destination = path
        return self.keep(code)

    def use_picture(self, org_id: str, code_id: str, media_id: str | None) -> Code:
        """Serve this finished picture for a code, or with None render its design again."""
        code = self.get_to_change(org_id, code_id)
        if code.deleted_at is not None:
            raise CodeDeleted
        code.ai_media_id = media_id
        return self.keep(code)

    def artwork_of(self, code: Code) -> Artwork | None:
        """Return the finished picture that is served instead of the code's design, or None if the design is
        rendered.
        """
        if code.ai_media_id is None:
            return None
        return self.codes.artwork(code.org_id, code.ai_media_id)

    def delete(self, org_id: str, body: DeleteCode) -> Code:
        """Delete a code. Deleting it again changes only its fallback, if one is given."""
        code = self.get_to_change(org_id, body.id)
        if "fallback_url" in body.model_fields_set:
            start_overriding(code, ["fallback_url"])
            code.fallback_url = self._addresses.check("fallback_url", body.fallback_url)
        if code.deleted_at is None:
            code.deleted_at = self._now
        return self.keep(code)

    def get_to_change(self, org_id: str, code_id: str, version: int | None = None) -> Code:
        """Return a code, including deleted ones, locked until the transaction ends."""
        code = self.codes.find_for_update(org_id, code_id)
        if code is None:
            raise CodeNotFound
        if version is not None and version != code.version:
            raise CodeChanged
        return code

    def keep(self, code: Code) -> Code:
        """Write a changed code. A code without changes gets no new version."""
        if self.codes.is_changed(code):
            code.updated_at = self._now
            self.codes.save()
        return code

    def restore(self, code: Code) -> None:
        """Restore a deleted code while that is possible. A code that is not deleted does not change."""
        if code.deleted_at is not None and self._now - code.deleted_at > RESTORABLE:
            raise CodeNotRestorable
        code.deleted_at = None

    def _base(self, org_id: str, body: CreateCode) -> Code | None:
        if body.base_code_id is None:
            return None
        base = self.codes.find(org_id, body.base_code_id)
        if base is None:
            raise invalid_field(
                "base_code_id", "is not a code of this organisation", "code_not_found"
            )
        if base.base_code_id is not None:
            raise invalid_field(
                "base_code_id", "is a child itself; use its base code", "base_is_child"
            )
        if base.type != body.type:
            raise invalid_field("type", f"must be its base's, {base.type}", "type_of_base")
        return base

    def _checks(self, org_id: str) -> Checks:
        return Checks(
            partial(choose_domain, self.codes.session),
            self._addresses.check,
            partial(self.codes.missing_pages, org_id),
            partial(missing_segments, self.codes.session, org_id),
            self._new_code_id,
        )

    @cached_property
    def own_hosts(self) -> frozenset[str]:
        """Return the verified hosts of the organisation whose tenant scope the session has entered."""
        return frozenset(hosts_in(self.codes.session)().by_id.values())
