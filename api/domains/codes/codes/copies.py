"""Copies codes: beside the original, into a folder, into another organisation, or only the design."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.auth.roles import Role
from api.auth.tenants import is_open, role_in
from api.db.session import enter_tenant
from api.domains.codes.codes.errors import (
    CodeDeleted,
    CopyNotAllowed,
    OneTimeNotCopied,
    OrganizationNotFound,
)
from api.domains.codes.codes.fields import COPIED, PARTS
from api.domains.codes.codes.inheritance import effective, effective_columns, start_overriding
from api.domains.codes.codes.models import Code
from api.domains.codes.codes.schemas import MAX_NAME, CloneCode, CloneDesign, DuplicateCode
from api.domains.codes.codes.service import CodeService


class CopyService:
    """Copies codes of the caller's organisation."""

    def __init__(
        self,
        session: Session,
        codes: CodeService,
        new_code_id: Callable[[], str],
        now: datetime,
    ) -> None:
        self._session = session
        self._codes = codes
        self._new_code_id = new_code_id
        self._now = now

    def duplicate(self, me: Member, body: DuplicateCode) -> Code:
        """Create a copy in the folder of the original."""
        original = self._original(me.org_id, body.code_id)
        name = body.name or copied_name(original.name)
        return self._codes.add(self._copy(original, me.org_id, me.caller_id, name))

    def clone(self, me: Member, body: CloneCode) -> Code:
        """Create a copy in a folder, here or in another organisation in which the caller may create codes.

        Raises:
            OrganizationNotFound: the caller does not belong to that organisation.
            CopyNotAllowed: their role there is not sufficient.
        """
        original = self._original(me.org_id, body.code_id)
        name = body.name or copied_name(original.name)
        if body.to_org_id not in (None, me.org_id):
            return self._clone_to_organization(me, original, name, body)
        copy = self._copy(original, me.org_id, me.caller_id, name)
        if "folder_id" in body.model_fields_set:
            copy.folder_id = body.folder_id
        return self._codes.add(copy)

    def clone_design(self, org_id: str, body: CloneDesign) -> Code:
        """Give a code the design of another code. Its content and destination do not change."""
        original = self._codes.get(org_id, body.code_id)
        target = self._codes.get_to_change(org_id, body.to_code_id)
        if target.deleted_at is not None:
            raise CodeDeleted
        start_overriding(target, ["design"])
        for column in PARTS["design"]:
            setattr(target, column, effective(original, column))
        target.ai_media_id = None
        return self._codes.keep(target)

    def _original(self, org_id: str, code_id: str) -> Code:
        original = self._codes.get(org_id, code_id)
        if original.deleted_at is not None:
            raise CodeDeleted
        if original.one_time_state is not None:
            raise OneTimeNotCopied
        return original

    def _copy(self, original: Code, org_id: str, created_by: str, name: str) -> Code:
        return Code(
            **{column: getattr(original, column) for column in COPIED},
            code_id=self._new_code_id(),
            org_id=org_id,
            name=name,
            state="active",
            created_at=self._now,
            created_by=created_by,
            updated_at=self._now,
        )

    def _clone_to_organization(
        self, me: Member, original: Code, name: str, body: CloneCode
    ) -> Code:
        there = self._organization_of(me, body.to_org_id or "")
        copy = self._copy(original, there, me.caller_id, name)
        own: dict[str, Any] = effective_columns(original)
        for column in own.keys() & set(COPIED):
            setattr(copy, column, own[column])
        copy.base_code_id, copy.overrides = None, []
        copy.domain_id, copy.on_product_host = None, False
        copy.folder_id = body.folder_id
        self._enter(there)
        existing = self._codes.codes.existing_tags(there, copy.tags)
        copy.tags = [tag for tag in copy.tags if tag in existing]
        made = self._codes.add(copy)
        # The rest of this request, in particular the stored response, belongs to the caller's
        # organisation again.
        enter_tenant(self._session, me.org_id)
        return made

    def _enter(self, org_id: str) -> None:
        enter_tenant(self._session, org_id)
        if not is_open(self._session, org_id):
            raise OrganizationNotFound

    def _organization_of(self, me: Member, org_id: str) -> str:
        if me.user_id is None:
            raise OrganizationNotFound
        role = role_in(self._session, org_id, me.user_id)
        if role is None:
            raise OrganizationNotFound
        if not Role(role).reaches(Role.EDITOR):
            raise CopyNotAllowed
        return org_id


def copied_name(name: str) -> str:
    """Return the name of a copy: marked as a copy, and within the maximum length."""
    ending = " copy"
    return name[: MAX_NAME - len(ending)].rstrip() + ending
