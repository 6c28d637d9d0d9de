"""The upstream and downstream assets of each asset, and the documentation of each."""

import dagster as dg

from pipelines.definitions import defs
from warehouse.dictionary import data_dictionary
from warehouse.models.catalogue import marts


def test_lineage_goes_from_the_outbox_to_the_answers() -> None:
    graph = defs.get_repository_def().asset_graph

    def upstream(name: str) -> set[str]:
        return {key.to_user_string() for key in graph.get(dg.AssetKey(name)).parent_keys}

    assert upstream("waypost_events_v1") == {"outbox"}
    assert upstream("events") == {"waypost_events_v1"}
    assert upstream("visitors") == {"events"}
    assert upstream("activity_15m") == {"events", "visitors"}
    assert upstream("funnel_15m") == {"events"}
    assert upstream("activity_day") == {
        "events",
        "visitors",
        "visitor_numbers",
        "analytics_v1/organizations",
    }
    assert upstream("serving_copy") <= {*marts()}
    served = upstream("get_analytics") | upstream("get_report") | upstream("segments")
    assert served == {"events", "serving_copy", *marts()}


def test_every_lake_table_describes_its_columns() -> None:
    graph = defs.get_repository_def().asset_graph

    for described in data_dictionary():
        if described.kind not in ("events", "mart"):
            continue
        metadata = graph.get(dg.AssetKey(described.name)).metadata
        schema = metadata["dagster/column_schema"]
        assert isinstance(schema, dg.TableSchema)
        assert [column.name for column in schema.columns] == [
            column.name for column in described.columns
        ]
        for shown, column in zip(schema.columns, described.columns, strict=True):
            assert column.definition in str(shown.description)
        assert str(metadata["dagster/table_name"]).startswith("lake.")
        assert described.grain in str(metadata["grain"])


BEGINNINGS = {"outbox", "analytics_v1/organizations"}
"""Assets without upstream assets."""


def lacking(definitions: dg.Definitions) -> list[str]:
    """Return the missing documentation by asset name."""
    graph = definitions.get_repository_def().asset_graph
    found = []
    for key in graph.get_all_asset_keys():
        name, node = key.to_user_string(), graph.get(key)
        fields = {
            "freshness policy": node.freshness_policy,
            "description": node.description,
            "owner": node.owners,
            "group": node.group_name != "default",
            "upstream": node.parent_keys or name in BEGINNINGS,
        }
        found += [f"{name}: {what}" for what, there in fields.items() if not there]
    return sorted(found)


def test_every_asset_has_freshness_group_description_owner_and_upstream_assets() -> None:
    assets = [*(defs.assets or ()), dg.AssetSpec("bare")]
    bare = dg.Definitions(assets=assets, resources=defs.resources)

    assert lacking(defs) == []
    assert lacking(bare) == [
        f"bare: {what}"
        for what in ("description", "freshness policy", "group", "owner", "upstream")
    ]
