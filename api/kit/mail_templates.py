"""Email templates in HTML or plain text, and texts that are safe in a header."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def mail_templates(folder: Path, *, escapes: bool) -> Environment:
    """Return the templates in a folder. `escapes` is True for HTML, False for plain text."""
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=escapes,  # noqa: S701 - plain text has nothing to escape
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def one_line(text: str) -> str:
    """Return the text without line breaks and other unprintable characters, so that a header may contain it."""
    return " ".join("".join(it if it.isprintable() else " " for it in text).split())
