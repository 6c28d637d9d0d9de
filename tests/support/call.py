"""The structure of an entry in tests/support/calls.py."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Needs = Literal["public", "login", "viewer", "editor", "admin", "owner"]
Body = Callable[[dict[str, str]], dict[str, Any]]


@dataclass(frozen=True)
class Call:
    """A call that succeeds for a member of `needs` whose organisation has these ids."""

    needs: Needs
    body: Body | None = None
    path: Callable[[dict[str, str]], str] | None = None

    good: Body | None = None
    """The body for a call that must succeed, if repeated attempts need a different one."""
    headers: Callable[[dict[str, str]], dict[str, str]] | None = None
    """Headers that replace the login of a call that must succeed: a token of something that belongs to the
    organisation.
    """
    is_form: bool = False
    """Whether it is sent as a browser sends a form, instead of as JSON."""
    file: str = ""
    """The name of the field with an uploaded picture."""
    table: str = ""
    """The content of that field, if it accepts a CSV file instead of a picture."""
    gives: int = 200
    """The status of a successful call."""
    says: str = ""
    """A text in the response to a successful call, if the status alone proves nothing."""
    wrong: tuple[dict[str, Any], int, str] | None = None
    """For an undocumented form: fields, and the status and text of the page that refuses them, either directly or after
    a redirect.
    """
    foreign: int = 404
    """The status for a member of another organisation who names rows of this one."""
    takes_away: int = 0
    """Above 0 if it removes something that other calls need: calls with lower numbers are made first."""

    def address(self, path: str, ids: dict[str, str]) -> str:
        """Return the address of the call for these ids."""
        return self.path(ids) if self.path else path

    def names(self, ours: dict[str, str], theirs: dict[str, str]) -> bool:
        """Return whether the call names whose rows it is about."""
        return any(make(ours) != make(theirs) for make in (self.body, self.path) if make)
