"""Warnings about pictures that may be hard to read."""

from dataclasses import dataclass
from typing import Any, Literal

Severity = Literal["high", "medium", "low"]
Patch = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PictureWarning:
    """A possible problem. `fix` is a JSON merge patch of the design that solves it."""

    code: str
    severity: Severity
    message: str
    fix: Patch | None = None
    fix_label: str | None = None
