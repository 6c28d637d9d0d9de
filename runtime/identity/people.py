"""Demo users and their password."""

import hmac
from dataclasses import dataclass

from email_validator import EmailNotValidError, validate_email

from runtime.demo.catalogue import ORGANIZATIONS

# Not a secret: the login page shows it, and the provider refuses to start in production.
PASSWORD = "waypost-demo"  # noqa: S105


@dataclass(frozen=True, slots=True)
class Person:
    """A user of the provider."""

    email: str
    name: str

    @property
    def sub(self) -> str:
        return f"local|{self.email}"


@dataclass(frozen=True, slots=True)
class Choice:
    """One row of the login page."""

    email: str
    role: str
    organization: str


def choices() -> list[Choice]:
    """Return the demo people as the login page lists them."""
    return [
        Choice(person.email, person.role, organization.name)
        for organization in ORGANIZATIONS
        for person in organization.people
    ]


def find_person(email: str) -> Person | None:
    """Return the person with an address: one of the demo people, or a new person named after it."""
    known = {
        person.email: Person(person.email, person.name)
        for organization in ORGANIZATIONS
        for person in organization.people
    }
    address = email.strip().lower()
    if address in known:
        return known[address]
    try:
        # Development machines use reserved names such as `.example`.
        valid = validate_email(address, check_deliverability=False, globally_deliverable=False)
    except EmailNotValidError:
        return None
    return Person(valid.normalized.lower(), valid.local_part.replace(".", " ").title())


def log_in(email: str, password: str) -> Person | None:
    """Return the person if the password is correct."""
    person = find_person(email)
    if not hmac.compare_digest(password.encode(), PASSWORD.encode()):
        return None
    return person


def person_of(sub: str) -> Person | None:
    """Return the person named by a token's subject."""
    provider, _, email = sub.partition("|")
    return find_person(email) if provider == "local" else None
