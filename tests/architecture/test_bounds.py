"""Integers in requests have limits: a value that no column could store is refused before any query."""

from collections.abc import Iterator

from tests.support.descriptions import Spec, body_of, described, variants


def test_every_integer_in_a_request_body_has_a_minimum_and_a_maximum() -> None:
    document = described()
    seen: set[str] = set()

    unbounded = {
        f"{path} {where}"
        for path, calls in document["paths"].items()
        for method in calls
        for where in _unbounded(document, body_of(document, method, path), "", seen)
    }

    assert len(seen) > 100
    assert unbounded == set()


def _unbounded(document: Spec, schema: Spec, where: str, seen: set[str]) -> Iterator[str]:
    for variant in variants(document, schema):
        title = str(variant.get("title", ""))
        if "properties" in variant:
            if title in seen:
                continue
            seen.add(title)
            for name, field in variant["properties"].items():
                yield from _unbounded(document, field, f"{where}.{name}", seen)
        elif variant.get("type") == "array":
            yield from _unbounded(document, variant.get("items", {}), f"{where}.0", seen)
        elif variant.get("type") == "integer" and not {"enum", "const"} & variant.keys():
            least = variant.keys() & {"minimum", "exclusiveMinimum"}
            most = variant.keys() & {"maximum", "exclusiveMaximum"}
            if not (least and most):
                yield where
