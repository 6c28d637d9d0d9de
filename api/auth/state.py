"""What a web process holds to recognise callers."""

from dataclasses import dataclass

from api.auth.tokens import TokenChecker
from api.kit.app_state import AppState


@dataclass(frozen=True)
class AuthState(AppState):
    """Attached by `create_app`."""

    tokens: TokenChecker
