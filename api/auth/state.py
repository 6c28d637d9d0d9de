"""The state with which a web process authenticates callers."""

from dataclasses import dataclass

from api.auth.tokens import TokenChecker
from api.kit.app_state import AppState


@dataclass(frozen=True)
class AuthState(AppState):
    """Attached by `create_app`."""

    tokens: TokenChecker
