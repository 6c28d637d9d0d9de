"""Base of all settings: environment variables, then `.env`."""

from pathlib import Path

from pydantic import AliasChoices
from pydantic_settings import BaseSettings, SettingsConfigDict

ENV_FILE = Path(__file__).resolve().parent.parent / ".env"


def named(*names: str) -> AliasChoices:
    """Return the environment variables from which a setting is read."""
    return AliasChoices(*names)


class EnvironmentSettings(BaseSettings):
    """Base of every settings class. An unset variable gives the field's default."""

    model_config = SettingsConfigDict(
        env_file=ENV_FILE,
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        populate_by_name=True,
        hide_input_in_errors=True,  # errors are logged and must not contain secrets
    )
