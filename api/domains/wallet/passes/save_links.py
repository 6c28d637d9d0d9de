"""Links that save a pass into wallets other than Apple's, as another domain of wallets provides them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from sqlalchemy.orm import Session

from api.kit.app_state import AppState

SaveLink = Callable[[Session, str, str], str | None]
"""The link of an organisation's pass, by their ids; None if it has none."""


@dataclass(frozen=True)
class SaveLinks(AppState):
    """Attached by the domain that provides them."""

    google: SaveLink
    has_google: Callable[[Session, str], bool]
    """Whether an organisation's passes have such links. Asks nobody."""


Wallet = Literal["apple", "google"]


def wallets_of(system: str | None, *, has_google: bool) -> list[Wallet]:
    """Whose buttons a device of this operating system gets, its own wallet's first."""
    if not has_google or system in ("iOS", "macOS"):
        return ["apple"]
    return ["google", "apple"] if system == "Android" else ["apple", "google"]
