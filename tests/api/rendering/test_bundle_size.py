"""The scripts and styles that a visitor's phone loads: compressed, they stay within their limits."""

import gzip
import json
from typing import Any

import pytest

from runtime.settings import ROOT

BUILT = ROOT / "web" / "dist" / "visitor"


def sent(name: str) -> int:
    """Return the bytes of a file as it is sent: Vite leaves files uncompressed that are too small to gain from it."""
    compressed = BUILT / f"{name}.br"
    return (compressed if compressed.exists() else BUILT / name).stat().st_size


def loaded(manifest: dict[str, Any], entry: str) -> tuple[int, int]:
    """Return the bytes of script and of style that an entry loads with everything it imports."""
    names = [entry]
    for name in names:
        names += [it for it in manifest[name].get("imports", ()) if it not in names]
    chunks = [manifest[name] for name in names]
    return (
        sum(sent(chunk["file"]) for chunk in chunks),
        sum(sent(style) for style in {it for chunk in chunks for it in chunk.get("css", ())}),
    )


@pytest.mark.parametrize(
    ("entry", "most_script", "most_style"),
    [("src/visitor/main.ts", 8_500, 4_500), ("src/visitor/wall.ts", 2_400, 1_600)],
)
def test_visitor_bundles_stay_within_their_size_limits(
    entry: str, most_script: int, most_style: int
) -> None:
    manifest = BUILT / ".vite" / "manifest.json"
    assert manifest.exists(), "The web app is not built: make .setup/web"

    script, style = loaded(json.loads(manifest.read_text()), entry)

    assert most_script // 2 < script <= most_script
    assert most_style // 2 < style <= most_style


def test_all_games_together_stay_within_their_size_limit() -> None:
    """A phone may load 60 kB of games: the total is limited, gzipped, though each page loads its own game only."""
    manifest = json.loads((BUILT / ".vite" / "manifest.json").read_text())
    entry = "src/visitor/games/main.ts"
    names = [entry]
    for name in names:
        chunk = manifest[name]
        known = (*chunk.get("imports", ()), *chunk.get("dynamicImports", ()))
        names += [it for it in known if it not in names]

    scripts = {BUILT / manifest[name]["file"] for name in names}

    assert sum(len(gzip.compress(path.read_bytes())) for path in scripts) < 24_000
    assert len(scripts) >= 8, "each game has a file of its own"
