"""The shape of a line in tests/support/calls.py."""

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
    """What is sent when it must do its work, where trying it out again and again takes something else."""
    headers: Callable[[dict[str, str]], dict[str, str]] | None = None
    """What is sent in place of a login when it must do its work: a token of something of the organisation's."""
    is_form: bool = False
    """Sent as a browser sends a form, not as JSON."""
    file: str = ""
    """The name of the field in which a picture is sent along."""
    table: str = ""
    """What is sent in that field, where it takes a CSV file in place of a picture."""
    gives: int = 200
    """The status of success."""
    says: str = ""
    """What the answer to a good call has in it, where the status alone tells nothing."""
    wrong: tuple[dict[str, Any], int, str] | None = None
    """Of a form without a description: fields, and status and words of the page that refuses them, be it
    the answer or where that leads.
    """
    foreign: int = 404
    """The status for a member of another organisation that names rows of this one."""
    takes_away: int = 0
    """Above 0 when other calls need what this one removes: made after those with less."""

    def address(self, path: str, ids: dict[str, str]) -> str:
        """Where it is called for these ids."""
        return self.path(ids) if self.path else path

    def names(self, ours: dict[str, str], theirs: dict[str, str]) -> bool:
        """Whether it tells whose rows it is about."""
        return any(make(ours) != make(theirs) for make in (self.body, self.path) if make)
