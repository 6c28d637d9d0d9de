"""The state of visits in a web process, and the content that visits need from the domains above them."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from api.domains.visits.visits.code_pages import CodePages
from api.domains.visits.visits.form_steps import FormPages
from api.domains.visits.visits.scan_middleware import OpenPublished
from api.domains.visits.visits.scan_service import ScanService
from api.kit.app_state import AppState


@dataclass(frozen=True)
class VisitsState(AppState):
    """Attached by the lifespan of visits."""

    scans: ScanService
    pages: CodePages


@dataclass(frozen=True)
class PublishedContent(AppState):
    """The pages that codes open, attached by the lifespan of pages."""

    pages: FormPages
    open: OpenPublished


async def _scan_service(request: Request) -> ScanService:
    return VisitsState.of(request).scans


ScanServiceDep = Annotated[ScanService, Depends(_scan_service)]


async def _form_pages(request: Request) -> FormPages:
    return PublishedContent.of(request).pages


FormPagesDep = Annotated[FormPages, Depends(_form_pages)]
