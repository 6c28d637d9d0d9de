"""The functions of pages that forms use in a running web process."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.domains.content.forms.published import FormPage, FormPages, FormSource
from api.kit.app_state import AppState


@dataclass(frozen=True)
class FormsState(AppState):
    """Attached by the lifespan of pages."""

    pages: FormPages[FormPage]
    source: Callable[[Session], FormSource]
    """Reads published forms through a request's session."""
