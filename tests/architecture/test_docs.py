"""Paths and modules of the repository named in the documentation exist."""

import re
from functools import cache
from pathlib import Path

import pytest

from runtime.settings import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BUILT = ("web/dist/", "sdks/*/dist/", "benchmarks/out/", "benchmarks/lighthouse_install")
"""Folders that builds and benchmarks create."""

_FOLDERS = "api|benchmarks|deploy|docs|ingest|pipelines|runtime|sdks|tests|warehouse|web"
_PATH = re.compile(rf"`((?:{_FOLDERS})/[\w./*-]+)(?::[^`]*)?`")
_FILE = re.compile(r"`(\w+\.(?:py|sql|ts|tsx))`")
_MODULE = re.compile(rf"python -m ((?:{_FOLDERS})(?:\.\w+)*)")


@cache
def file_names() -> set[str]:
    """Return the names of all code files, wherever they are."""
    found = (ROOT / folder for folder in _FOLDERS.split("|"))
    return {
        path.name
        for folder in found
        for suffix in ("py", "sql", "ts", "tsx")
        for path in folder.rglob(f"*.{suffix}")
    }


def missing(page: Path) -> list[str]:
    text = page.read_text()
    paths = {path for path in _PATH.findall(text) if not f"{path}/".startswith(BUILT)}
    modules = {module.replace(".", "/") for module in _MODULE.findall(text)}
    return [
        *sorted({name for name in _FILE.findall(text) if name not in file_names()}),
        *sorted(path for path in paths if not any(ROOT.glob(path.rstrip("/")))),
        *sorted(
            module
            for module in modules
            if not (ROOT / f"{module}.py").is_file()
            and not (ROOT / module / "__main__.py").is_file()
        ),
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_named_paths_exist(page: Path) -> None:
    assert missing(page) == []


def test_missing_path_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "`api/no_such_module.py`, `gone_long_ago.py`, `calls.py`, `warehouse/queries`, `python -m tests.no_such_module`"
    )

    assert missing(page) == [
        "gone_long_ago.py",
        "api/no_such_module.py",
        "tests/no_such_module",
    ]
