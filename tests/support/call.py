"""The shape of a line in tests/support/calls.py."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Needs = Literal["public", "login", "viewer", "editor", "admin", "owner"]
Body = Callable[[dict[str, str]], dict[str, Any]]


@dataclass(frozen=True)
class Call:
    """A call that would succeed for a member of `needs` whose organisation has these ids."""

    needs: Needs
    body: Body | None = None
    path: Callable[[dict[str, str]], str] | None = None
