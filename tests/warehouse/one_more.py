"""The product with one more metric and one more dimension, in a separate process: each is one line.

Run as `python -m tests.warehouse.one_more FOLDER`; it prints the answers.
"""

import importlib.util
import json
import sys
from datetime import timedelta
from pathlib import Path
from types import ModuleType

ADDED = {
    "warehouse.metrics": ("    # fmt: on\n", '    orders: int = metric("Orders.", of="order")\n'),
    "warehouse.dimensions": ('    FOLDER = "folder"', '    RULE = "rule", "rule that decided"\n'),
}
"""The added line of each module, and the text before which it is inserted."""


def load_with_added_lines() -> None:
    """Load the modules as they would be with the added lines."""
    for name, (before, line) in ADDED.items():
        spec = importlib.util.find_spec(name)
        assert spec
        assert spec.origin
        source = Path(spec.origin).read_text()
        assert source.count(before) == 1
        module = sys.modules[name] = ModuleType(name)
        exec(compile(source.replace(before, line + before), spec.origin, "exec"), vars(module))


def main(folder: str) -> None:
    """Build a lake with these, and query both."""
    load_with_added_lines()
    from api.domains.insights.analytics.schemas import GetAnalytics, MetricValues
    from tests.pipelines.events import NOON, ZONES, land
    from tests.warehouse.test_one_more import EVENTS
    from warehouse.builds.activity import build_activity
    from warehouse.date_ranges import Granularity, Range, zone_of
    from warehouse.lake import Lake
    from warehouse.queries.analytics import Analytics
    from warehouse.queries.language import Filter, Question, parse_dimension

    lake = Lake(folder)
    half = len(EVENTS) // 2
    land(lake, *EVENTS[:half])
    build_activity(lake, ZONES)
    land(lake, *EVENTS[half:])
    asked = GetAnalytics(metrics=["orders"], group_by=["rule"])
    dimension = parse_dimension(asked.group_by[0], "group_by")
    span = Range(NOON - timedelta(days=3), NOON + timedelta(days=3))
    analytics = Analytics(lake)
    found = []
    for filters in ((), (Filter(dimension, only=("evening",)),)):
        question = Question(
            org_id="org_a",
            current=span,
            zone=zone_of("UTC"),
            granularity=Granularity.DAY,
            edges=(span.start,),
            filters=filters,
            group_by=(dimension,),
            metrics=frozenset(asked.metrics),
        )
        answer = analytics.ask(question)
        found.append(
            {
                "total": MetricValues.model_validate(answer.totals).model_dump()["orders"],
                "by_rule": {
                    row.key: vars(row.metrics)["orders"] for row in answer.breakdowns[dimension]
                },
            }
        )
    analytics.close()
    described = GetAnalytics.model_json_schema()["properties"]["metrics"]["items"]["enum"]
    print(json.dumps({"answers": found, "is_on_the_wire": "orders" in described}))


if __name__ == "__main__":
    main(*sys.argv[1:])
