"""People, organisations and codes of the demonstration. IDs are derived from names, so they never change."""

import hashlib
from dataclasses import dataclass
from typing import Literal

_LETTERS = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"


def demo_id(kind: str, name: str, length: int) -> str:
    """Return an ID that looks like any other and is the same on every machine."""
    number = int.from_bytes(hashlib.sha512(f"demo/{kind}/{name}".encode()).digest())
    letters = []
    for _ in range(length):
        number, remainder = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[remainder])
    return "".join(letters)


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """A person who can log in, with one role in one organisation."""

    email: str
    name: str
    role: Literal["owner", "admin", "editor", "viewer"]

    @property
    def sub(self) -> str:
        """Return the subject that the development login puts into the token."""
        return f"local|{self.email}"

    @property
    def user_id(self) -> str:
        return f"usr_{demo_id('user', self.email, 22)}"


@dataclass(frozen=True, slots=True)
class DemoCode:
    """A code as its owner created it. `created` and `until` are days before the day of loading."""

    slug: str
    name: str
    kind: Literal["page", "redirect"]
    created: int
    destination: str = ""
    title: str = ""
    text: str = ""
    button: str = ""
    until: int | None = None
    fallback: str = ""
    color: str = "#1f3a5f"

    @property
    def code_id(self) -> str:
        return demo_id("code", self.slug, 10)


@dataclass(frozen=True, slots=True)
class DemoOrganization:
    """An organisation with its people and codes."""

    slug: str
    name: str
    time_zone: str
    locale: str
    week_start: Literal["monday", "sunday"]
    site: str
    people: tuple[DemoPerson, ...]
    codes: tuple[DemoCode, ...]

    @property
    def org_id(self) -> str:
        return f"org_{demo_id('organization', self.slug, 22)}"
