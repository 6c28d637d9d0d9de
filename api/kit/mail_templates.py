"""Mail templates as HTML or plain text, and text that is safe in a header."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def mail_templates(folder: Path, *, escapes: bool) -> Environment:
    """The templates of a folder; `escapes` for HTML, and not for plain text."""
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=escapes,  # noqa: S701 - plain text has nothing to escape
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def one_line(text: str) -> str:
    """The text without line breaks and what else does not print, as a header may have it."""
    return " ".join("".join(it if it.isprintable() else " " for it in text).split())
