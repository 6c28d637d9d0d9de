"""Placeholders in texts of passes and messages: `{{customer.name|Guest}}` is the name or, if it is unknown, the text
after the bar.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

_PLACEHOLDER = re.compile(
    r"\{\{\s*(?P<name>[A-Za-z][A-Za-z0-9_]{0,39}(?:\.[A-Za-z][A-Za-z0-9_]{0,39})?)\s*"
    r"(?:\|(?P<default>[^{}|]{0,80}))?\}\}"
)

Path = tuple[str | int, ...]


def filled(node: Any, values: Mapping[str, str]) -> Any:
    """Return a tree of lists and mappings with the placeholders in its texts replaced."""
    if isinstance(node, str):
        return _PLACEHOLDER.sub(
            lambda it: values.get(it["name"]) or (it["default"] or "").strip(), node
        )
    if isinstance(node, list):
        return [filled(it, values) for it in node]
    if isinstance(node, dict):
        return {name: filled(it, values) for name, it in node.items()}
    return node


def placeholders(node: Any, at: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield each placeholder of a tree with the path to its text."""
    for path, found in _found(node, at):
        yield path, found["name"]


def defaults(node: Any) -> Iterator[tuple[str, str | None]]:
    """Yield each placeholder of a tree with its default."""
    for _, found in _found(node, ()):
        yield found["name"], found["default"]


def _found(node: Any, at: Path) -> Iterator[tuple[Path, re.Match[str]]]:
    if isinstance(node, str):
        yield from ((at, it) for it in _PLACEHOLDER.finditer(node))
    elif isinstance(node, list):
        for number, it in enumerate(node):
            yield from _found(it, (*at, number))
    elif isinstance(node, dict):
        for name, it in node.items():
            yield from _found(it, (*at, name))
