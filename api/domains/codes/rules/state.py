"""The state of a web process for decisions by rules."""

from dataclasses import dataclass
from typing import Annotated, Protocol

from fastapi import Depends, Request

from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.rules.lookups import VisitLookups
from api.kit.app_state import AppState


class PublishedPage(Protocol):
    """The attributes of a page that rules need."""

    @property
    def org_id(self) -> str:
        """The organisation to which the page belongs."""


class PublishedPages(Protocol):
    """Finds published pages."""

    async def of_page(self, page_id: str) -> PublishedPage | None:
        """Return the page with this ID."""

    async def of_code(self, code: ResolvedCode) -> PublishedPage | None:
        """Return the page that a code opens."""


@dataclass(frozen=True)
class LookupState(AppState):
    """Attached by the lifespan of visits."""

    lookups: VisitLookups


@dataclass(frozen=True)
class RulePages(AppState):
    """The pages that rules may name, attached by the lifespan of pages."""

    published: PublishedPages


async def _lookups(request: Request) -> VisitLookups:
    return LookupState.of(request).lookups


LookupsDep = Annotated[VisitLookups, Depends(_lookups)]


async def _published(request: Request) -> PublishedPages:
    return RulePages.of(request).published


RulePagesDep = Annotated[PublishedPages, Depends(_published)]
