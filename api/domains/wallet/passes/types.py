"""Terms of passes for other domains."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from api.rendering.wallet.content import WalletPass

PassOrder = Literal[
    "created_at", "-created_at", "updated_at", "-updated_at", "serialNumber", "-serialNumber"
]
"""By what passes are listed, `-` in front for descending."""
DRAW = "wallet.draw_pass_pictures"
"""The job that draws what a pass shows."""


@dataclass(frozen=True, slots=True)
class TemplateUse:
    """Which version of which template a pass shows, and the values that were given with it."""

    template_id: str
    version: int
    values: Mapping[str, str]
    import_id: str | None = None
    """The import that makes the pass, if one does."""


class HeldPass(Protocol):
    """A pass, with what it was made from."""

    @property
    def pass_id(self) -> str: ...

    @property
    def customer_id(self) -> str | None: ...

    @property
    def template_id(self) -> str | None: ...

    @property
    def template_values(self) -> dict[str, str]: ...


def uses_of(content: WalletPass) -> int | None:
    """How often a pass of a style can be used if nothing else is said: coupons and tickets once, others without end."""
    return 1 if content.style in ("coupon", "event_ticket") else None
