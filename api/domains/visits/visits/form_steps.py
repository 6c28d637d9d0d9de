"""A visitor's progress in a form: checked against the published form, then recorded as an event."""

from collections.abc import Mapping
from typing import Any, Protocol

from api.domains.codes.codes.types import ResolvedCode
from api.domains.visits.visits.schemas import CollectedEvent, RefusedEvent
from api.rendering.visitor_pages.brand import Brand
from api.rendering.visitor_pages.consent import ConsentPolicy
from ingest.contracts.use import UseData


class _Page(Protocol):
    @property
    def org_id(self) -> str: ...

    @property
    def brand(self) -> Brand: ...

    @property
    def code_id(self) -> str | None: ...

    @property
    def forms(self) -> Mapping[str, Mapping[str, Any]]: ...


class FormPages(Protocol):
    """Finds published pages and their forms."""

    async def of_page(self, page_id: str) -> _Page | None:
        """Return the page with this ID."""

    async def of_code(self, code: ResolvedCode) -> _Page | None:
        """Return the page that a code opens."""


async def owner_of(
    pages: FormPages, code: ResolvedCode | None, page_id: str | None
) -> ConsentPolicy | RefusedEvent:
    """Return the consent policy of the organisation to which the code or page belongs. The page must be published and
    belong to the same organisation as the code. A page that has a code is refused without it.
    """
    if code is not None and page_id is None:
        return code.brand.consent
    page = await pages.of_page(page_id or "")
    if page is None or (code is not None and page.org_id != code.org_id):
        return RefusedEvent(field="page_id", message="is not a published page")
    if code is None and page.code_id is not None:
        return RefusedEvent(field="code_id", message="is required: this page has a code")
    return page.brand.consent


async def steps_of(
    pages: FormPages, org_id: str, code: ResolvedCode | None, event: CollectedEvent
) -> UseData | RefusedEvent:
    """Return the step as an event, with only the fields that the form has and nothing else from the client."""
    page = None
    if event.page_id is not None:
        page = await pages.of_page(event.page_id)
    elif code is not None:
        page = await pages.of_code(code)
    form = page.forms.get(event.form_id or "") if page is not None else None
    if page is None or form is None or page.org_id != org_id:
        return RefusedEvent(field="form_id", message="is not a form of this page")
    # Pages that were published earlier have no list of their fields.
    fields = form.get("fields")

    def is_field(name: str | None) -> bool:
        return name is not None and (fields is None or name in fields)

    return UseData(
        action="form",
        form=event.form_id,
        opened=event.opened or None,
        reached=tuple(filter(is_field, dict.fromkeys(event.reached))) or None,
        filled=tuple(filter(is_field, dict.fromkeys(event.filled))) or None,
        stands_at=event.stands_at if is_field(event.stands_at) else None,
        stood_at=event.stood_at if is_field(event.stood_at) else None,
    )
