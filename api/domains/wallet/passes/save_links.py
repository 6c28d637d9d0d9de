"""Links that save a pass in wallets other than Apple's, provided by another wallet domain."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from sqlalchemy.orm import Session

from api.kit.app_state import AppState

SaveLink = Callable[[Session, str, str], str | None]
"""Returns the link of an organisation's pass, by their IDs, or None if it has none."""


@dataclass(frozen=True)
class SaveLinks(AppState):
    """Save links, attached by the domain that provides them."""

    google: SaveLink
    has_google: Callable[[Session, str], bool]
    """Whether an organisation's passes have such links. Makes no request to anybody."""


Wallet = Literal["apple", "google"]


def wallets_of(system: str | None, *, has_google: bool) -> list[Wallet]:
    """Return the wallets whose buttons a device with this operating system gets, its own wallet first."""
    if not has_google or system in ("iOS", "macOS"):
        return ["apple"]
    return ["google", "apple"] if system == "Android" else ["apple", "google"]
