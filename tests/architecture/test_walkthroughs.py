"""The files named in the walk-throughs exist."""

import re

from runtime.settings import ROOT

PAGE = ROOT / "docs" / "contributing.md"
_PATH = re.compile(r"`((?:api|ingest|pipelines|runtime|tests|warehouse|web)/[\w./<>-]+)`")
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)


def test_each_kind_of_change_has_a_walkthrough() -> None:
    titles = _SECTION.findall(PAGE.read_text())

    assert titles == [
        f"Add a{one}"
        for one in (
            " domain",
            "n event",
            " job",
            " mart",
            " metric",
            " screen",
            " text for visitors",
            " vendor",
        )
    ]


def test_named_files_and_folders_exist() -> None:
    named = _PATH.findall(PAGE.read_text())

    missing = [
        path for path in named if not (ROOT / path.split("<")[0].rpartition("/")[0]).is_dir()
    ]
    missing += [
        path
        for path in named
        if "<" not in path and "NNNN" not in path and not (ROOT / path).exists()
    ]

    assert len(named) > 30
    assert not missing, missing
