"""Undocumented parts of libraries: where they are used, and the version whose source was read."""

import json
import re
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pytest

from runtime.settings import ROOT
from tests.architecture.sources import named, sources, text_of


class Undocumented(NamedTuple):
    """Parts of one library that may disappear or change in any version."""

    library: str
    read_for: str
    pattern: str
    """A pattern for lines that use them."""
    users: frozenset[str]


OF_PYTHON = (
    # Its documented ways to record a day, `report_runless_asset_event` or an event of the run, open
    # SQLite each time: 64 ms, and a first build records 1,440. Before you name another version
    # here, check in its source that `prepare_insert_event_batch`, `run_connection`,
    # `index_transaction`, `store_asset_event` and `store_event_batch` of the event log's storage
    # still do for many events what `store_event` does for one.
    Undocumented(
        "dagster",
        "1.13.27",
        r"^\s*(?:from|import) dagster\._",
        frozenset({"pipelines/day_materialisations.py", "pipelines/retention.py"}),
    ),
    # Its documented `get_display` returns the text in order, but not the level of each character,
    # which glyph layout needs. Before you name another version here, check in its source that the
    # steps of `get_display` are those that direction.py takes, on the same `storage`.
    Undocumented(
        "python-bidi",
        "0.6.12",
        r"^\s*(?:from|import) bidi\b",
        frozenset({"api/rendering/typesetting/direction.py"}),
    ),
)
OF_THE_BROWSER = (
    # No option makes a rule start a new style element. Before you name another version here, check
    # in its source that `insert` starts one where `ctr` is a multiple of 65,000 and `isSpeedy`.
    Undocumented(
        "@emotion/sheet",
        "1.4.0",
        r"\bsheet\.(?:ctr|tags|isSpeedy)\b",
        frozenset({"web/src/shared/theme/style-batches.ts"}),
    ),
    # How entries are stored and named is internal to the client. Our cache reads that an entry
    # contains `body.access_token` and `expiresAt`, or `decodedToken.user`. Before you name another
    # version here, read `CacheEntry`, `WrappedCacheEntry` and `setIdToken` in its source.
    Undocumented(
        "@auth0/auth0-spa-js",
        "2.27.0",
        r"\bdecodedToken\b|@@auth0spajs@@",
        frozenset({"web/src/shared/auth/session-cache.ts"}),
    ),
)


def web_files() -> Iterator[Path]:
    """Yield the files that are built for browsers, without tests."""
    for path in (*sources(".ts", ".tsx", floors=("web/src",)), *(ROOT / "web/public").glob("*.js")):
        if ".test." not in path.name:
            yield path


def users_of(pattern: str, files: Iterator[Path]) -> set[str]:
    """Return the files with a line that matches the pattern."""
    line = re.compile(pattern, re.MULTILINE)
    return {named(path) for path in files if line.search(text_of(path))}


@pytest.mark.parametrize("parts", OF_PYTHON, ids=lambda it: it.library)
def test_undocumented_parts_of_a_package_are_listed_and_checked_for_its_version(
    parts: Undocumented,
) -> None:
    assert users_of(parts.pattern, sources(".py")) == parts.users
    assert version(parts.library) == parts.read_for
    requirements = (ROOT / "requirements/runtime.txt").read_text()
    pinned = re.findall(rf"^{re.escape(parts.library)}==([\w.]+)", requirements, re.MULTILINE)
    assert pinned == [parts.read_for]


@pytest.mark.parametrize("parts", OF_THE_BROWSER, ids=lambda it: it.library)
def test_undocumented_parts_of_a_browser_library_are_listed_and_checked_for_its_version(
    parts: Undocumented,
) -> None:
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    suffix = f"node_modules/{parts.library}"

    assert users_of(parts.pattern, web_files()) == parts.users
    assert {it["version"] for name, it in locked.items() if name.endswith(suffix)} == {
        parts.read_for
    }


def test_module_named_in_dagster_settings_exists() -> None:
    """Its name is undocumented, and a process that does not find it does not start."""
    named = {
        (module, kind)
        for file in ("dagster.yaml", "deploy/kubernetes.yaml")
        for module, kind in re.findall(
            r"module: (dagster\._\S+)\n\s*class: (\S+)", (ROOT / file).read_text()
        )
    }

    assert named == {("dagster._core.storage.noop_compute_log_manager", "NoOpComputeLogManager")}
    for module, kind in named:
        assert hasattr(__import__(module, fromlist=[kind]), kind)
