"""How far a visitor came with a form: judged by the form that is published, then an event like any other."""

from collections.abc import Mapping
from typing import Any, Protocol

from api.domains.codes.types import ResolvedCode
from api.domains.visits.schemas import CollectedEvent, RefusedEvent
from ingest.contracts.use import UseData


class _Page(Protocol):
    @property
    def org_id(self) -> str: ...

    @property
    def code_id(self) -> str | None: ...

    @property
    def forms(self) -> Mapping[str, Mapping[str, Any]]: ...


class FormPages(Protocol):
    """Where published pages, and with them their forms, are found."""

    async def of_page(self, page_id: str) -> _Page | None:
        """The page of this id."""

    async def of_code(self, code: ResolvedCode) -> _Page | None:
        """The page that a code opens."""


async def org_of_page(pages: FormPages, page_id: str) -> str | RefusedEvent:
    """Whose page it is that was opened without a code. One that has a code is never opened so."""
    page = await pages.of_page(page_id)
    if page is None:
        return RefusedEvent(field="page_id", message="is no published page")
    if page.code_id is not None:
        return RefusedEvent(field="code_id", message="is needed: this page has a code")
    return page.org_id


async def steps_of(
    pages: FormPages, org_id: str, code: ResolvedCode | None, told: CollectedEvent
) -> UseData | RefusedEvent:
    """What is kept of it: fields that the form has, and nothing else that somebody sends."""
    page = None
    if told.page_id is not None:
        page = await pages.of_page(told.page_id)
    elif code is not None:
        page = await pages.of_code(code)
    form = page.forms.get(told.form_id or "") if page is not None else None
    if page is None or form is None or page.org_id != org_id:
        return RefusedEvent(field="form_id", message="is no form of this page")
    # Pages that were published earlier kept no list of their fields.
    known = form.get("fields")

    def is_field(name: str | None) -> bool:
        return name is not None and (known is None or name in known)

    return UseData(
        action="form",
        form=told.form_id,
        opened=told.opened or None,
        reached=tuple(filter(is_field, dict.fromkeys(told.reached))) or None,
        filled=tuple(filter(is_field, dict.fromkeys(told.filled))) or None,
        stands_at=told.stands_at if is_field(told.stands_at) else None,
        stood_at=told.stood_at if is_field(told.stood_at) else None,
    )
