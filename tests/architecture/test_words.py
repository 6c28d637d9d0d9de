"""Names and texts use the words of docs/glossary.md, not those that it replaces."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from runtime.settings import ROOT
from tests.architecture.sources import named, sources, text_of, trees

PYTHON = ("api", "benchmarks", "ingest", "pipelines", "runtime", "tests", "warehouse")
REFUSED_IN_NAMES = {
    "anew",
    "chore",
    "desk",
    "door",
    "knock",
    "said",
    "told",
    "whoever",
}
"""Refused parts of a name: `scan_desk`, `ScanDesk`."""
REFUSED_AS_NOUNS = {"lead", "leads", "then", "turn", "turns"}
"""Refused names, if they are nouns: a lock was called a turn, a point in time then, a redirect a lead. As verbs they
are ordinary English: `turn_on`, `leads_to`, `hold_then_write`.
"""
REFUSED_IN_TEXTS = re.compile(
    r"\b(anew|whoever|knock(?:s|ed)?|hitherto|thereby|thereupon|is said to be)\b",
    re.IGNORECASE,
)
_MENTIONED = (
    f"(?i){'|'.join(REFUSED_IN_NAMES)}"
    rf"|(?:{'|'.join(REFUSED_AS_NOUNS)})_*(?:[:()]| =| in |, \w+(?:,| =| in ))"
)
"""Matches a module that may define or bind one of these names."""
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_TYPESCRIPT_NAME = re.compile(
    r"\b(?:const|let|function|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)"
    r"|(?:[({,]\s*)([a-z][\w$]*)\s*[:?]"
)
THIS = Path(__file__)
GLOSSARY = ROOT / "docs" / "glossary.md"


def parts_of(name: str) -> set[str]:
    return {part.lower() for part in _CAMEL.findall(name)}


def is_refused(name: str) -> bool:
    return bool(parts_of(name) & REFUSED_IN_NAMES) or name.strip("_").lower() in REFUSED_AS_NOUNS


def python_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the names that a module defines or binds, with their lines."""
    for node in ast.walk(tree):
        match node:
            case (
                ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
            ) if not name.startswith("test_"):
                yield node.lineno, name
            case ast.arg():
                yield node.lineno, node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.lineno, node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.lineno, node.attr
            case _:
                pass


def python_texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments and strings of a module, with their lines."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            yield token.start[0], token.string


def where(path: Path, line: int, word: str) -> str:
    return f"{named(path)}:{line}: {word}"


def test_python_names_use_glossary_terms() -> None:
    refused = [
        where(path, line, name)
        for path, tree in trees(_MENTIONED, floors=PYTHON)
        if "versions" not in path.parts
        for line, name in python_names(tree)
        if is_refused(name)
    ]

    assert refused == []


def test_typescript_names_use_glossary_terms() -> None:
    refused = [
        where(path, number, name)
        for path in sources(".ts", ".tsx", floors=("web/src",))
        if "generated" not in path.parts
        for number, line in enumerate(text_of(path).splitlines(), 1)
        for names in _TYPESCRIPT_NAME.findall(line)
        for name in names
        if name and is_refused(name)
    ]

    assert refused == []


def test_file_names_use_glossary_terms() -> None:
    refused = [
        named(path)
        for path in sources(
            ".py", ".ts", ".tsx", ".sql", ".md", floors=(*PYTHON, "web/src", "docs")
        )
        if is_refused(path.stem) and "versions" not in path.parts
    ]

    assert refused == []


def test_texts_use_glossary_terms() -> None:
    refused = [
        where(path, line, found[0])
        for path in sources(".py", floors=PYTHON)
        if not {"versions", "contracts"} & set(path.parts) and path != THIS
        if REFUSED_IN_TEXTS.search(text_of(path))
        for line, text in python_texts(text_of(path))
        for found in REFUSED_IN_TEXTS.finditer(text)
    ]
    refused += [
        where(path, number, found[0])
        for path in (
            *sources(".md", ".sql", ".yml", ".ts", ".tsx", floors=("docs", "warehouse", "web/src")),
            ROOT / "README.md",
            ROOT / "CONTRIBUTING.md",
        )
        if path != GLOSSARY
        for number, line in enumerate(text_of(path).splitlines(), 1)
        for found in REFUSED_IN_TEXTS.finditer(line)
    ]

    assert refused == []
