"""Settings of Postgres: the schema's owner, and a login for each role of its sessions."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field, SecretStr

from runtime.environment import EnvironmentSettings, named

DatabaseRole = Literal["waypost_app", "waypost_visitor", "waypost_events", "waypost_pipelines"]


class DatabaseSettings(EnvironmentSettings):
    """Logins of the processes at the database (docs/decisions/0015-one-database-role-per-kind-of-process.md)."""

    database_url_setting: SecretStr | None = Field(
        None,
        validation_alias=named("DATABASE_URL"),
        description="Postgres 15 or later, as the owner of the schema; unset: the embedded server",
    )
    app_url_setting: SecretStr | None = Field(
        None,
        validation_alias=named("DATABASE_URL_APP"),
        description="The same database with the login `waypost_app`; unset: the owner's login, which then sets the role",
    )
    visitor_url_setting: SecretStr | None = Field(
        None,
        validation_alias=named("DATABASE_URL_VISITOR"),
        description="The same with the login `waypost_visitor`",
    )
    events_url_setting: SecretStr | None = Field(
        None,
        validation_alias=named("DATABASE_URL_EVENTS"),
        description="The same with the login `waypost_events`",
    )
    pipelines_url_setting: SecretStr | None = Field(
        None,
        validation_alias=named("DATABASE_URL_PIPELINES"),
        description="The same with the login `waypost_pipelines`",
    )

    @property
    def role_urls(self) -> Mapping[DatabaseRole, str]:
        """Return the libpq URL of each role that has its own login."""
        given: dict[DatabaseRole, SecretStr | None] = {
            "waypost_app": self.app_url_setting,
            "waypost_visitor": self.visitor_url_setting,
            "waypost_events": self.events_url_setting,
            "waypost_pipelines": self.pipelines_url_setting,
        }
        return {role: url.get_secret_value() for role, url in given.items() if url is not None}

    @property
    def embedded_postgres(self) -> bool:
        return self.database_url_setting is None and not self.role_urls
