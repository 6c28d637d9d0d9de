"""The test files closest to what changed since another commit: `python -m tests.support.changed`.

Distance is counted in imports, up to the modules that assemble the product: a test that reaches everything through them
is close to nothing. Calls of the API reach their code through the app instead, so the folder of a domain's tests counts
as close to the domain. Whatever this cannot see (browser, SQL through an orchestrator, other processes) is left to
`make test`, and tests that are left out are named.
"""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePath

import grimp

from runtime.settings import ROOT

PACKAGES = ("api", "benchmarks", "ingest", "pipelines", "runtime", "tests", "warehouse")
ALWAYS = ("tests/architecture", "tests/contracts")
ONLY_IF_CHANGED = ("tests/e2e/", "tests/chaos/", "tests/spark/")
PUTS_TOGETHER = ("api.apps", "api.commands", "ingest.commands", "runtime.cli", "tests.api.conftest")
NAMED, MIRRORED = 1, 3
"""The distance of a file that a test names in its text, and of one whose folder the test mirrors."""
MOST = 15


def changed_files(root: Path, base: str) -> list[str]:
    """Return the files that differ from where this branch left `base`, committed or not."""

    def git(*words: str) -> list[str]:
        answer = subprocess.run(
            ["git", "-c", "core.quotePath=false", *words],
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        )
        return answer.stdout.splitlines()

    (left,) = git("merge-base", base, "HEAD")
    changed = git("diff", "--name-only", "--no-renames", left)
    return sorted({*changed, *git("ls-files", "--others", "--exclude-standard")})


def nearest_tests(
    root: Path, changed: Iterable[str], graph: grimp.ImportGraph, most: int = MOST
) -> tuple[list[str], list[str]]:
    """Return the test files to run, closest first, and those that are close as well but too many."""
    texts = {
        path.relative_to(root).as_posix(): path.read_text()
        for path in sorted((root / "tests").rglob("test_*.py"))
    }
    far: dict[str, int] = {}
    for file in changed:
        for name, distance in _distances(root, file, texts, graph).items():
            far[name] = min(distance, far.get(name, distance))
    near = sorted(
        (distance, name)
        for name, distance in far.items()
        if not name.startswith(tuple(f"{it}/" for it in ALWAYS))
        and (
            distance == 0
            or not (name.startswith(ONLY_IF_CHANGED) or "pytest.mark.slow" in texts[name])
        )
    )
    most = max(most, sum(1 for distance, _ in near if distance == 0))
    names = [name for _, name in near]
    return names[:most], names[most:]


def _distances(
    root: Path, file: str, texts: dict[str, str], graph: grimp.ImportGraph
) -> dict[str, int]:
    path = PurePath(file)
    if file in texts:
        return {file: 0}
    if path.name == "conftest.py":
        return {name: NAMED for name in texts if name.startswith(f"{path.parent.as_posix()}/")}
    module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    if path.suffix == ".py" and module in graph.modules:
        reached = {f"{it.replace('.', '/')}.py": n for it, n in _importers(graph, module).items()}
        found = {name: distance for name, distance in reached.items() if name in texts}
    else:
        spelling = path.name if path.suffix or path.name[0].isupper() else file
        mention = re.compile(rf"(?<![\w.-]){re.escape(spelling)}\b")
        found = {name: NAMED for name, text in texts.items() if mention.search(text)}
    return {**dict.fromkeys(_mirrored(root, path, texts), MIRRORED), **found}


def _importers(graph: grimp.ImportGraph, module: str) -> dict[str, int]:
    """Return the modules that import this one, directly or indirectly, and the number of imports in between."""
    far = {module: 0}
    queue = [module]
    for here in queue:
        if here != module and here.startswith(PUTS_TOGETHER):
            continue
        for importer in graph.find_modules_that_directly_import(here):
            if importer not in far:
                far[importer] = far[here] + 1
                queue.append(importer)
    return far


def _mirrored(root: Path, path: PurePath, texts: dict[str, str]) -> list[str]:
    """Return the tests in the folder that mirrors the file's: `api/domains/codes/…` has `tests/api/codes`."""
    parts = [part for part in path.parent.parts if part != "domains"]
    folder = "/".join(["tests", *parts[:2]])
    if len(parts) < 2 or not (root / folder).is_dir():
        return []
    return [name for name in texts if name.startswith(f"{folder}/")]


def main() -> None:
    """Print the arguments for pytest, one per line; tests that are left out go to standard error."""
    base = sys.argv[1] if len(sys.argv) > 1 else "origin/main"
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    chosen, left = nearest_tests(ROOT, changed_files(ROOT, base), graph)
    print("\n".join([*ALWAYS, *chosen]))
    if left:
        print(f"{len(left)} more files are left to make test: {' '.join(left)}", file=sys.stderr)
    print("Left to make test as well: browser journeys, slow files, chaos, Spark", file=sys.stderr)


if __name__ == "__main__":
    main()
