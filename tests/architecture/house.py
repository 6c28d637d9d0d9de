"""Draws the imports between the domains of the API into docs/architecture.md, from the current code."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import grimp

from runtime.settings import ROOT

PAGE = ROOT / "docs" / "architecture.md"
BEGIN = "<!-- house: drawn by `make house` -->"
END = "<!-- house: end -->"
_DOMAINS = "api.domains"

Domain = tuple[str, str]
"""The area and name of a domain."""
Arrow = tuple[Domain, Domain]
"""The importing and the imported domain."""


@cache
def domains_and_arrows() -> tuple[list[Domain], list[Arrow]]:
    """Return every domain, and which of them imports which."""
    graph = grimp.build_graph("api", cache_dir=None)
    found: set[Domain] = set()
    arrows: set[Arrow] = set()
    for module in graph.modules:
        importer = _domain_of(module)
        if importer is None:
            continue
        found.add(importer)
        for imported in map(_domain_of, graph.find_modules_directly_imported_by(module)):
            if imported is not None and imported != importer:
                arrows.add((importer, imported))
    return sorted(found), sorted(arrows)


def drawing() -> str:
    """Return the two diagrams as Markdown: areas, then domains."""
    domains, arrows = domains_and_arrows()
    areas = sorted({area for area, _ in domains})
    between = sorted({(one[0], other[0]) for one, other in arrows if one[0] != other[0]})
    summary = (
        f"{len(areas)} areas, {len(domains)} domains, {len(arrows)} arrows. "
        "An arrow leads from the importer to what it imports."
    )
    return "\n\n".join(
        [
            summary,
            _mermaid([*(f"  {area}" for area in areas), *(f"  {a} --> {b}" for a, b in between)]),
            _mermaid(_subgraphs(areas, domains, arrows)),
        ]
    )


def with_drawing(page: str) -> str:
    """Return the page with the current diagrams between its markers."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{drawing()}\n\n{END}{after}"


def write(path: Path = PAGE) -> None:
    """Update the diagrams in the file."""
    path.write_text(with_drawing(path.read_text()))


def _domain_of(module: str) -> Domain | None:
    if not module.startswith(f"{_DOMAINS}."):
        return None
    parts = module.removeprefix(f"{_DOMAINS}.").split(".")
    return (parts[0], parts[1]) if len(parts) > 1 else None


def _subgraphs(areas: list[str], domains: list[Domain], arrows: list[Arrow]) -> Iterable[str]:
    for area in areas:
        yield f"  subgraph area_{area} [{area}]"
        yield from (f"    {_node(one)}[{one[1]}]" for one in domains if one[0] == area)
        yield "  end"
    yield from (f"  {_node(one)} --> {_node(other)}" for one, other in arrows)


def _node(domain: Domain) -> str:
    return "__".join(domain)


def _mermaid(lines: Iterable[str]) -> str:
    return "\n".join(["```mermaid", "flowchart TD", *lines, "```"])


if __name__ == "__main__":
    write()
