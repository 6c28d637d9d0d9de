"""`python -m benchmarks [name …]`: run benchmarks one after another, each in its own process.

Without names it runs all but `backfill`, `chaos`, `games_kills`, `loyalty_kills`, `messages_kills`, `passes_kills`,
`plan_kills`, `signatures`, `soak` and `warehouse`, which take long and have make targets of their own,
`warehouse_rebuild`, which takes as long, `people`, which is of the same size, `read_layers`, which compares parts of
one answer, `lighthouse`, which first installs the tool of that name, `board`, `codes_screen` and `game_frames`, which
need Chromium, `sizing`, which computes from the results of others, and `ai_gate` and `legibility`, which judge pictures
rather than time.
"""

import importlib
import subprocess
import sys
from pathlib import Path

from benchmarks.report import OUT, Figure, load, save, show

FRAME = {"__init__", "__main__", "report"}
ONLY_BY_NAME = {
    "ai_gate",
    "backfill",
    "board",
    "chaos",
    "codes_screen",
    "game_frames",
    "legibility",
    "lighthouse",
    "games_kills",
    "loyalty_kills",
    "messages_kills",
    "passes_kills",
    "plan_kills",
    "people",
    "read_layers",
    "signatures",
    "sizing",
    "soak",
    "warehouse",
    "warehouse_rebuild",
}
CHILD = "--in-process"


def available() -> list[str]:
    """Return the names of the benchmark modules in this folder: those with a `main`."""
    folder = Path(__file__).resolve().parent
    return sorted(
        path.stem
        for path in folder.glob("*.py")
        if path.stem not in FRAME and "\ndef main(" in path.read_text()
    )


def run_one(name: str) -> None:
    """Run one benchmark in this process and save its figures."""
    figures: list[Figure] = importlib.import_module(f"benchmarks.{name}").main()
    save(name, figures)


def run(names: list[str]) -> int:
    """Run the named benchmarks and return the exit code, which is 1 if one of them failed to run."""
    figures: list[Figure] = []
    failed: list[str] = []
    for name in names:
        print(f"— {name}", flush=True)
        finished = subprocess.run([sys.executable, "-m", "benchmarks", CHILD, name], check=False)
        if finished.returncode == 0:
            figures += load(OUT / f"{name}.json")
        else:
            failed.append(name)
    if figures:
        show(figures, "Waypost benchmarks")
    if failed:
        print(f"did not finish: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def main() -> int:
    """Parse the command line."""
    arguments = sys.argv[1:]
    if arguments[:1] == [CHILD]:
        run_one(arguments[1])
        return 0
    known = available()
    unknown = sorted(set(arguments) - set(known))
    if unknown:
        print(
            f"no benchmark called {', '.join(unknown)}; there are {', '.join(known)}",
            file=sys.stderr,
        )
        return 2
    return run(arguments or [name for name in known if name not in ONLY_BY_NAME])


if __name__ == "__main__":
    raise SystemExit(main())
