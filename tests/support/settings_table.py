"""The table of settings in docs/operations.md, generated from the settings themselves.

`python -m tests.support.settings_table` writes it again.
"""

from pathlib import Path

from pydantic import AliasChoices
from pydantic_core import PydanticUndefined
from pydantic_settings import BaseSettings

from api.integrations.vendors import VENDOR_SETTINGS
from runtime.settings import ROOT, Settings

SETTINGS_CLASSES: tuple[type[BaseSettings], ...] = (Settings, *VENDOR_SETTINGS)
PAGE = ROOT / "docs" / "operations.md"
BEGIN, END = "<!-- settings: begin -->\n", "<!-- settings: end -->\n"


def settings_table() -> str:
    """Return the table with one row per setting: variable, default, meaning."""
    rows = ["| variable | default | meaning |", "|---|---|---|"]
    fields = [it for kind in SETTINGS_CLASSES for it in kind.model_fields.items()]
    for name, field in fields:
        alias = field.validation_alias
        assert isinstance(alias, AliasChoices), f"{name} has no variable"
        assert field.description, f"{name} has no description"
        rows.append(f"| `{alias.choices[0]}` | {_shown(field.default)} | {field.description} |")
    return "\n".join(rows) + "\n"


def written_table() -> str:
    """Return the table as it is in the page."""
    return PAGE.read_text().split(BEGIN)[1].split(END)[0]


def _shown(default: object) -> str:
    if default in (None, "", PydanticUndefined):
        return ""
    if isinstance(default, Path):
        return f"`{default.relative_to(ROOT)}/`"
    return f"`{default}`"


if __name__ == "__main__":
    PAGE.write_text(PAGE.read_text().replace(written_table(), settings_table()))
