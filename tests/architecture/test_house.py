"""The drawn architecture matches the code, and no arrow in it points upwards or closes a cycle."""

import tomllib
from graphlib import TopologicalSorter

from runtime.settings import ROOT
from tests.architecture import house


def test_architecture_drawing_in_the_docs_is_current() -> None:
    page = house.PAGE.read_text()

    assert page.count(house.BEGIN) == 1
    assert page.count(house.END) == 1
    assert page == house.with_drawing(page), "run `make house`"


def test_domain_imports_form_no_cycle() -> None:
    domains, arrows = house.domains_and_arrows()
    imports: dict[house.Domain, set[house.Domain]] = {one: set() for one in domains}
    for importer, imported in arrows:
        imports[importer].add(imported)

    order = list(TopologicalSorter(imports).static_order())  # raises CycleError

    assert len(order) == len(domains)


def test_no_import_between_areas_points_upwards() -> None:
    _, arrows = house.domains_and_arrows()
    height = _heights()

    upward = [
        f"{'.'.join(importer)} imports {'.'.join(imported)}"
        for importer, imported in arrows
        if importer[0] != imported[0] and height[importer[0]] <= height[imported[0]]
    ]

    assert not upward, upward


def _heights() -> dict[str, int]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    [contract] = [one for one in settings["contracts"] if one.get("containers") == ["api.domains"]]
    layers = [layer.split(" | ") for layer in contract["layers"]]
    return {area: len(layers) - level for level, layer in enumerate(layers) for area in layer}
