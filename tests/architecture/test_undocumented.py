"""Parts of libraries that nobody promised us: where they are used, and for which version that was read."""

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
    """Parts of one library that may go or change with any of its versions."""

    library: str
    read_for: str
    pattern: str
    """What a line that uses them looks like."""
    users: frozenset[str]


OF_PYTHON = (
    # Its documented way to note a day, `report_runless_asset_event` or an event of the run, opens SQLite for
    # each: 64 ms, and a first build notes 1,440. Before another version is named here, read in its source that
    # `prepare_insert_event_batch`, `run_connection`, `index_transaction`, `store_asset_event` and
    # `store_event_batch` of the event log's storage still do for many events what `store_event` does for one.
    Undocumented(
        "dagster",
        "1.13.27",
        r"^\s*(?:from|import) dagster\._",
        frozenset({"pipelines/day_materialisations.py", "pipelines/retention.py"}),
    ),
    # Its documented `get_display` gives the text in order, not the level of each letter, which laying glyphs
    # out needs. Before another version is named here, read in its source that the steps of `get_display` are
    # those that direction.py takes, on the same `storage`.
    Undocumented(
        "python-bidi",
        "0.6.12",
        r"^\s*(?:from|import) bidi\b",
        frozenset({"api/rendering/typesetting/direction.py"}),
    ),
)
OF_THE_BROWSER = (
    # A rule that should begin a style element of its own: no option says so. Before another version is named
    # here, read in its source that `insert` begins one where `ctr` is a multiple of 65,000 and `isSpeedy`.
    Undocumented(
        "@emotion/sheet",
        "1.4.0",
        r"\bsheet\.(?:ctr|tags|isSpeedy)\b",
        frozenset({"web/src/shared/theme/style-batches.ts"}),
    ),
    # How entries are kept and named is the client's affair; that an entry holds `body.access_token` and
    # `expiresAt`, or `decodedToken.user`, is read by our cache. Before another version is named here, read
    # `CacheEntry`, `WrappedCacheEntry` and `setIdToken` in its source.
    Undocumented(
        "@auth0/auth0-spa-js",
        "2.27.0",
        r"\bdecodedToken\b|@@auth0spajs@@",
        frozenset({"web/src/shared/auth/session-cache.ts"}),
    ),
)


def web_files() -> Iterator[Path]:
    """What is built for browsers, without its tests."""
    for path in (*sources(".ts", ".tsx", floors=("web/src",)), *(ROOT / "web/public").glob("*.js")):
        if ".test." not in path.name:
            yield path


def users_of(pattern: str, files: Iterator[Path]) -> set[str]:
    """The files with a line that looks like this."""
    line = re.compile(pattern, re.MULTILINE)
    return {named(path) for path in files if line.search(text_of(path))}


@pytest.mark.parametrize("parts", OF_PYTHON, ids=lambda it: it.library)
def test_undocumented_parts_of_a_package_are_known_and_read_for_its_version(
    parts: Undocumented,
) -> None:
    assert users_of(parts.pattern, sources(".py")) == parts.users
    assert version(parts.library) == parts.read_for
    requirements = (ROOT / "requirements/runtime.txt").read_text()
    pinned = re.findall(rf"^{re.escape(parts.library)}==([\w.]+)", requirements, re.MULTILINE)
    assert pinned == [parts.read_for]


@pytest.mark.parametrize("parts", OF_THE_BROWSER, ids=lambda it: it.library)
def test_undocumented_parts_of_a_browsers_library_are_known_and_read_for_its_version(
    parts: Undocumented,
) -> None:
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    suffix = f"node_modules/{parts.library}"

    assert users_of(parts.pattern, web_files()) == parts.users
    assert {it["version"] for name, it in locked.items() if name.endswith(suffix)} == {
        parts.read_for
    }


def test_the_module_that_dagsters_settings_name_is_there() -> None:
    """It has no documented name, and a process that does not find it does not start."""
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
