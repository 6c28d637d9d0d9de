"""A lander that was paused while another landed a part of its records."""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from tests.support.events import Road
from warehouse.lake import LakeTable

pytestmark = pytest.mark.kafka


class Overtaken(LakeTable):
    """A table in which a rival lands the older half of the first large batch just before its writer does."""

    overtaken = False

    def append(self, rows: pa.Table, positions: Mapping[int, int], **options: Any) -> int:
        if not self.overtaken and rows.num_rows >= 20:
            self.overtaken = True
            half = rows.filter(pc.less(rows["pos"], pc.mean(rows["pos"])))
            reached: dict[int, int] = {}
            for partition, pos in zip(
                *(half[n].to_pylist() for n in ("partition", "pos")), strict=True
            ):
                reached[partition] = max(pos, reached.get(partition, 0))
            super().append(half, reached)
        return super().append(rows, positions, **options)


def test_overtaken_lander_lands_only_the_remaining_events(road: Road) -> None:
    road.relay()
    scans = road.record_scans(200)
    road.wait_published(200)
    mine = road.events
    overtaken = Overtaken(mine.name, mine.url, mine.schema, mine.partition_by, mine.storage_options)

    road.lander(events=overtaken)
    road.wait_landed(200)
    scans += road.record_scans(50, start=200)
    road.wait_landed(250)

    assert overtaken.overtaken
    road.assert_exact(scans)
