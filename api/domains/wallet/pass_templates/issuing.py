"""Passes created from templates: for a customer, and again when the template or the customer's data changes."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from api.auth.member import Member
from api.domains.people.customers.errors import CustomerNotFound
from api.domains.people.customers.service import CustomerService
from api.domains.wallet.pass_templates.content import TemplateContent
from api.domains.wallet.pass_templates.errors import (
    NotOfTemplate,
    PassTemplateNotFound,
    PassTemplateNotPublished,
    not_a_pass,
)
from api.domains.wallet.pass_templates.placeholders import ROW, Unresolvable, mentioned, resolve
from api.domains.wallet.pass_templates.repository import (
    PassTemplateRepository,
    PassTemplateVersionRepository,
)
from api.domains.wallet.pass_templates.schemas import CreateFromTemplate, RefreshPass
from api.domains.wallet.pass_templates.values import PersonValues
from api.domains.wallet.passes.errors import unknown_customer
from api.domains.wallet.passes.schemas import CreatePass, PassRead
from api.domains.wallet.passes.service import PassService
from api.domains.wallet.passes.types import HeldPass, TemplateUse
from api.kit.ids import random_text

CODE_LETTERS = 12


class Applied(NamedTuple):
    """The result for some passes of a template."""

    last: str
    changed: int
    left_out: int
    """Number of passes whose values do not fit this version. They stay as they are."""


class Made(NamedTuple):
    """A pass, and whether it is a new one."""

    read: PassRead
    is_new: bool


class PassMaker:
    """Creates passes of one organisation from its templates."""

    def __init__(
        self,
        templates: PassTemplateRepository,
        versions: PassTemplateVersionRepository,
        passes: PassService,
        people: PersonValues,
        customers: CustomerService,
        new_id: Callable[[str], str],
    ) -> None:
        self._templates = templates
        self._versions = versions
        self._passes = passes
        self._people = people
        self._customers = customers
        self._new_id = new_id

    def require_published(self, org_id: str, template_id: str) -> None:
        """Check that passes can be created from a template.

        Raises:
            PassTemplateNotFound, PassTemplateNotPublished: no passes can be created from it.
        """
        self._published(org_id, template_id)

    def create(self, me: Member, body: CreateFromTemplate) -> PassRead:
        """Like `make`, but return only the pass."""
        return self.make(me.org_id, me.caller_id or None, body).read

    def make(
        self,
        org_id: str,
        created_by: str | None,
        body: CreateFromTemplate,
        own: Mapping[str, str] = MappingProxyType({}),
        import_id: str | None = None,
    ) -> Made:
        """Create a pass from the published version, or return the customer's existing one unless a new one is
        requested. `own` contains further values by placeholder, for a person who is not a customer.

        Raises:
            PassTemplateNotFound, PassTemplateNotPublished: there is no version from which to create it.
            SerialNumberTaken, TooManyPasses: the pass cannot be created.
            Invalid: the customer does not exist, or their values do not make a valid pass.
        """
        version, content = self._published(org_id, body.template_id)
        customer_id = self._customer(org_id, body.customer_id)
        values = {**own, **{f"{ROW}{column}": text for column, text in body.values.items()}}
        if body.code:
            values["code"] = body.code
        if customer_id is not None and not body.another and body.serial_number is None:
            held = self._passes.find_of_template(org_id, body.template_id, customer_id)
            if held is not None:
                renewed = self._renewed(org_id, held, content, version, values)
                return Made(renewed, is_new=False)
        serial = body.serial_number or self._new_id("wp")
        values = {"code": random_text(CODE_LETTERS).upper(), **values, "serial": serial}
        person = self._people.read(org_id, customer_id, values, mentioned(content))
        try:
            resolved = resolve(content, person)
        except Unresolvable as wrong:
            raise not_a_pass(wrong.problems) from None
        made = CreatePass(content=resolved, serial_number=serial, customer_id=customer_id)
        use = TemplateUse(body.template_id, version, values, import_id)
        created = self._passes.create(org_id, created_by, made, use)
        return Made(created, is_new=True)

    def refresh(self, org_id: str, body: RefreshPass) -> PassRead:
        """Look up the values of a pass again. If they are the same, nothing changes.

        Raises:
            PassNotFound, NotOfTemplate: the pass does not exist, or has no template.
            Invalid: the values do not make a valid pass.
        """
        held = self._passes.held_pass(org_id, body.pass_id)
        if held.template_id is None:
            raise NotOfTemplate
        version, content = self._published(org_id, held.template_id)
        values = {f"{ROW}{column}": text for column, text in body.values.items()}
        return self._renewed(org_id, held, content, version, values)

    def apply(
        self, org_id: str, template_id: str, version: int, after: str, most: int
    ) -> Applied | None:
        """Update some of a template's passes to a version, in the order of their IDs after `after`.

        Return None when there are no more, or when another version has been published in the meantime.
        """
        row = self._templates.find_for_update(org_id, template_id)
        if row is None or row.published_version != version:
            return None
        _, content = self._published(org_id, template_id)
        held = self._passes.outdated(org_id, template_id, version, after, most)
        changed = sum(self._is_renewed(org_id, it, content, version) for it in held)
        return Applied(held[-1].pass_id, changed, len(held) - changed) if held else None

    def published_content(
        self, org_id: str, template_id: str, version: int
    ) -> TemplateContent | None:
        """Return the content of a template in a version, or None if the version does not exist."""
        found = self._versions.find(org_id, template_id, version)
        return TemplateContent.model_validate(found.content) if found is not None else None

    def _is_renewed(
        self, org_id: str, held: HeldPass, content: TemplateContent, version: int
    ) -> bool:
        try:
            self._renew(org_id, held, content, version, {})
        except Unresolvable:
            return False  # it stays as it is
        return True

    def _renewed(
        self,
        org_id: str,
        held: HeldPass,
        content: TemplateContent,
        version: int,
        values: Mapping[str, str],
    ) -> PassRead:
        try:
            self._renew(org_id, held, content, version, values)
        except Unresolvable as wrong:
            raise not_a_pass(wrong.problems) from None
        return self._passes.get(org_id, held.pass_id)

    def _renew(
        self,
        org_id: str,
        held: HeldPass,
        content: TemplateContent,
        version: int,
        values: Mapping[str, str],
    ) -> None:
        assert held.template_id is not None
        own = {**held.template_values, **values}
        person = self._people.read(org_id, held.customer_id, own, mentioned(content))
        resolved = resolve(content, person)
        use = TemplateUse(held.template_id, version, own)
        self._passes.replace(org_id, held.pass_id, resolved, use)

    def _published(self, org_id: str, template_id: str) -> tuple[int, TemplateContent]:
        # Locked, so that no pass is created from a version that is being replaced at this moment.
        row = self._templates.find_for_update(org_id, template_id)
        if row is None:
            raise PassTemplateNotFound
        if row.published_version is None:
            raise PassTemplateNotPublished
        found = self._versions.find(org_id, template_id, row.published_version)
        assert found is not None, "the published version is kept"
        return found.version, TemplateContent.model_validate(found.content)

    def _customer(self, org_id: str, customer_id: str | None) -> str | None:
        if customer_id is None:
            return None
        try:
            return self._customers.get(org_id, customer_id).customer_id
        except CustomerNotFound:
            raise unknown_customer() from None
