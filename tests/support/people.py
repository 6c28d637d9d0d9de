"""Builders of organisations, people and keys, which write to the database as its owner."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from api.auth.keys import hash_key, new_key, shown_prefix
from api.auth.roles import Role
from api.kit.ids import new_id
from tests.support.signing import Signer

_NUMBERS = count(1)
"""Numbers that make each person unique, in whichever database."""


@dataclass(frozen=True)
class Org:
    """An organisation as tests know it."""

    org_id: str
    slug: str
    name: str
    time_zone: str


@dataclass(frozen=True)
class Somebody:
    """A person with a valid token, which `headers` contains."""

    org_id: str | None
    user_id: str
    sub: str
    email: str
    role: Role | None
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


@dataclass
class People:
    """Creates organisations and people in one database."""

    url: str
    signer: Signer

    @cached_property
    def _session(self) -> psycopg.Connection:
        """One connection for everything; each statement is a separate transaction."""
        return psycopg.connect(self.url, autocommit=True)

    def close(self) -> None:
        """Close the connection."""
        if "_session" in self.__dict__:
            self._session.close()

    def org(self, name: str = "Harbor Coffee", **columns: Any) -> Org:
        """Create an organisation; `columns` override the defaults of the table."""
        org_id = new_id("org")
        values: dict[str, Any] = {
            "org_id": org_id,
            "slug": f"org-{next(_NUMBERS)}-{org_id[-6:].lower()}",
            "name": name,
            "time_zone": "America/New_York",
            **columns,
        }
        values = {key: Jsonb(it) if isinstance(it, dict) else it for key, it in values.items()}
        self._session.execute(
            f"insert into organizations ({', '.join(values)})"
            f" values ({', '.join(f'%({key})s' for key in values)})",
            values,
        )
        return Org(org_id, values["slug"], name, values["time_zone"])

    def member(self, org: Org, role: Role | str = Role.OWNER, email: str | None = None) -> Somebody:
        """Create a person with this role."""
        person = self.user(email)
        self.join(org, person, role)
        return Somebody(
            org.org_id, person.user_id, person.sub, person.email, Role(role), person.token
        )

    def join(self, org: Org, person: Somebody, role: Role | str) -> None:
        """Make a person a member, whatever other organisations they belong to."""
        self._session.execute(
            "insert into memberships (org_id, user_id, role) values (%s, %s, %s)",
            [org.org_id, person.user_id, str(role)],
        )

    def user(self, email: str | None = None) -> Somebody:
        """Create a person who belongs to no organisation."""
        number = next(_NUMBERS)
        email = email or f"person{number}@harbor-coffee.example"
        sub = f"local|{email}"
        user_id = new_id("usr")
        self._session.execute(
            "insert into users (user_id, sub, email, email_verified, name)"
            " values (%s, %s, %s, true, %s)",
            [user_id, sub, email, f"Person {number}"],
        )
        token = self.signer.token(sub, email=email, email_verified=True, name=f"Person {number}")
        return Somebody(None, user_id, sub, email, None, token)

    def key(self, org: Org, role: Role | str = Role.EDITOR) -> str:
        """Create an API key of the organisation and return it."""
        key = new_key()
        self._session.execute(
            "insert into api_keys (key_id, org_id, name, role, prefix, key_hash)"
            " values (%s, %s, 'Test', %s, %s, %s)",
            [new_id("key"), org.org_id, str(role), shown_prefix(key), hash_key(key)],
        )
        return key

    def job(self, org: Org, kind: str) -> str:
        """Create a job of the organisation that no worker will ever run."""
        job_id = new_id("job")
        self._session.execute(
            "insert into jobs (job_id, org_id, kind) values (%s, %s, %s)",
            [job_id, org.org_id, kind],
        )
        return job_id

    def ai_picture(self, org: Org, job_id: str, media_id: str, content: str) -> None:
        """Store what a job of the studio would offer first, with an uploaded picture in place of its art."""
        self._session.execute(
            "insert into ai_pictures (job_id, number, org_id, media_id, content, prompt, style,"
            " seed, source, grip) values (%s, 1, %s, %s, %s, 'Sea', 'waves', 1, 'built_in', 1)",
            [job_id, org.org_id, media_id, content],
        )

    def prove(self, domain_id: str) -> None:
        """Mark a domain as verified, as if its record had been found."""
        self._session.execute(
            "update custom_domains set proven_at = now(), proven_by = 'dns' where domain_id = %s",
            [domain_id],
        )

    def customer(self, org: Org) -> str:
        """Create a customer of the organisation about whom nothing else is known."""
        customer_id = new_id("customer")
        self._session.execute(
            "insert into customers (customer_id, org_id) values (%s, %s)",
            [customer_id, org.org_id],
        )
        return customer_id

    def file_import(self, import_id: str, state: str) -> None:
        """Put an import into a state, without an author, as if its jobs had run."""
        self._session.execute(
            "update customer_imports set state = %s, uploaded_by = null, created = 1,"
            " finished_at = case when %s = 'done' then now() end where import_id = %s",
            [state, state, import_id],
        )
        self._session.execute(
            "insert into customer_import_problems (org_id, import_id, row_number, part, field,"
            " message, is_refused) select org_id, import_id, 2, 0, 'email', file_name, true"
            " from customer_imports where import_id = %s",
            [import_id],
        )


MakeOrg = Callable[..., Org]
MakeMember = Callable[..., Somebody]
