"""Changes the state of a running app, for tests that need another clock, other limits or other settings."""

from dataclasses import replace
from typing import Any

from api.kit.app_state import AppState


def change_state(app: Any, part: type[AppState], **fields: Any) -> None:
    """Replace these fields of the state, in this app only."""
    replace(part.of(app), **fields).attach(app)  # type: ignore[type-var]  # every part is a dataclass
