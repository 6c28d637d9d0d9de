"""What is said about a picture that may be hard to read."""

from dataclasses import dataclass
from typing import Any, Literal

Severity = Literal["high", "medium", "low"]
Patch = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PictureWarning:
    """One thing that may fail. `fix` is a JSON merge patch of the design that mends it."""

    code: str
    severity: Severity
    message: str
    fix: Patch | None = None
    fix_label: str | None = None
