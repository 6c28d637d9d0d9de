"""Terms of passes for other domains."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from api.rendering.wallet.content import WalletPass

PassOrder = Literal[
    "created_at", "-created_at", "updated_at", "-updated_at", "serialNumber", "-serialNumber"
]
"""Sort orders of passes, with `-` in front for descending."""
DRAW = "wallet.draw_pass_pictures"
"""The job that draws the pictures of a pass."""


@dataclass(frozen=True, slots=True)
class TemplateUse:
    """The template and version that a pass shows, and the values that were given with it."""

    template_id: str
    version: int
    values: Mapping[str, str]
    import_id: str | None = None
    """The import that creates the pass, if any."""


class HeldPass(Protocol):
    """A pass with the template and values from which it was created."""

    @property
    def pass_id(self) -> str: ...

    @property
    def customer_id(self) -> str | None: ...

    @property
    def template_id(self) -> str | None: ...

    @property
    def template_values(self) -> dict[str, str]: ...


def uses_of(content: WalletPass) -> int | None:
    """Return how often a pass of this style can be used by default: coupons and tickets once, others without limit."""
    return 1 if content.style in ("coupon", "event_ticket") else None
