"""Which tests `make check` selects for a change."""

import subprocess
from pathlib import Path

import grimp
import pytest

from tests.support.changed import changed_files, nearest_tests


@pytest.fixture
def graph() -> grimp.ImportGraph:
    """Return a graph with rules that a service uses, which the app uses; different tests import each of them."""
    made = grimp.ImportGraph()
    for importer, imported in (
        ("api.domains.codes.service", "api.domains.codes.rules"),
        ("api.apps.web", "api.domains.codes.service"),
        ("tests.api.codes.test_rules", "api.domains.codes.rules"),
        ("tests.pipelines.test_demo", "api.domains.codes.service"),
        ("tests.pipelines.test_long", "api.domains.codes.service"),
        ("tests.runtime.test_everything", "api.apps.web"),
        ("tests.e2e.test_screens", "api.domains.codes.rules"),
    ):
        for name in (importer, imported):
            if name not in made.modules:
                made.add_module(name)
        made.add_import(importer=importer, imported=imported)
    return made


@pytest.fixture
def root(tmp_path: Path, graph: grimp.ImportGraph) -> Path:
    texts = {
        "tests/api/codes/test_called.py": "run(today)",
        "tests/api/pages/test_called.py": "",
        "tests/warehouse/test_days.py": 'TABLE = "days.sql"',
        "tests/pipelines/test_long.py": "pytestmark = pytest.mark.slow",
    }
    for name in graph.modules:
        texts.setdefault(f"{name.replace('.', '/')}.py", "")
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (
            "api/domains/codes/rules.py",
            [
                "tests/api/codes/test_rules.py",
                "tests/pipelines/test_demo.py",
                "tests/api/codes/test_called.py",
            ],
        ),
        ("api/apps/web.py", ["tests/runtime/test_everything.py"]),
        ("warehouse/models/days.sql", ["tests/warehouse/test_days.py"]),
        ("tests/e2e/test_screens.py", ["tests/e2e/test_screens.py"]),
        ("tests/pipelines/test_long.py", ["tests/pipelines/test_long.py"]),
        ("tests/api/pages/conftest.py", ["tests/api/pages/test_called.py"]),
        ("README.md", []),
        (".ci/run", []),
    ],
)
def test_tests_closest_to_a_change_are_selected_first(
    root: Path, graph: grimp.ImportGraph, changed: str, expected: list[str]
) -> None:
    assert nearest_tests(root, [changed], graph) == (expected, [])


def test_tests_beyond_the_limit_are_listed_and_changed_tests_are_always_selected(
    root: Path, graph: grimp.ImportGraph
) -> None:
    changed = ["api/domains/codes/rules.py", "tests/e2e/test_screens.py"]

    chosen, left = nearest_tests(root, changed, graph, most=2)

    assert chosen == ["tests/e2e/test_screens.py", "tests/api/codes/test_rules.py"]
    assert left == ["tests/pipelines/test_demo.py", "tests/api/codes/test_called.py"]


def test_changed_files_include_committed_and_uncommitted_changes_since_the_branch_point(
    tmp_path: Path,
) -> None:
    def git(*words: str) -> None:
        author = ("-c", "user.name=a", "-c", "user.email=a@example.com")
        subprocess.run(["git", *author, *words], cwd=tmp_path, check=True, capture_output=True)

    def commit(name: str) -> None:
        (tmp_path / name).write_text(name)
        git("add", "-A")
        git("commit", "-qm", name)

    git("init", "-qb", "main")
    commit("old.py")
    git("checkout", "-qb", "mine")
    commit("mine.py")
    git("checkout", "-q", "main")
    commit("theirs.py")
    git("checkout", "-q", "mine")
    (tmp_path / "old.py").write_text("edited")
    (tmp_path / "größe.py").write_text("new")

    assert changed_files(tmp_path, "main") == ["größe.py", "mine.py", "old.py"]
