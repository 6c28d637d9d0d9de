"""Files of the repository, each listed, read and parsed only once per test worker."""

import ast
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from runtime.settings import ROOT

FLOORS = ("api", "ingest", "pipelines", "runtime", "warehouse")
BUILT = {"__pycache__", "dist", "node_modules", "out"}


def sources(*suffixes: str, floors: tuple[str, ...] = FLOORS) -> Iterator[Path]:
    """Yield the files below these folders whose names end with one of the suffixes, sorted by path."""
    for floor in floors:
        for path in _files(floor):
            if path.suffix in suffixes:
                yield path


def named(path: Path) -> str:
    """Return the path as it is written in messages and lists."""
    return path.relative_to(ROOT).as_posix()


@cache
def text_of(path: Path) -> str:
    """Return the content of the file."""
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a Python file."""
    return ast.parse(text_of(path))


def trees(mention: str, *, floors: tuple[str, ...] = FLOORS) -> Iterator[tuple[Path, ast.Module]]:
    """Yield the Python files whose text matches a regular expression, with their syntax trees.

    Parsing costs a hundred times as much as searching for a word, so name a text that every violation of the rule must
    contain.
    """
    pattern = re.compile(mention)
    for path in sources(".py", floors=floors):
        if pattern.search(text_of(path)):
            yield path, tree_of(path)


@cache
def _files(folder: str) -> list[Path]:
    found: list[Path] = []
    for parent, folders, names in os.walk(ROOT / folder):
        folders[:] = [it for it in folders if it not in BUILT]
        found += (Path(parent) / name for name in names)
    return sorted(found)
