"""Runs the warehouse's models on Spark, over the files of the same Delta tables.

As in every other reader, delta-rs reads from a table's log which files it has, so Spark needs no jar of Delta's. Every
executor must be able to reach the paths.
"""

import os
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import pyarrow as pa
import pyarrow.parquet as pq

from warehouse.bitmaps import bitmap_of
from warehouse.builds.tables import NUMBERS, VISITORS, mart_table
from warehouse.lake import Lake, LakeTable
from warehouse.models.catalogue import get_model
from warehouse.schemas import EVENTS
from warehouse.spark.dialect import to_spark, view_name

if TYPE_CHECKING:
    from types import TracebackType

_CORE = (
    "staging.stg_event",
    "core.fct_event",
    "core.organization_zone",
    "staging.stg_act",
    "core.fct_act",
)


def local_session(memory: str = "1g", cores: int = 2) -> Any:
    """Return a Spark session on this machine, in UTC, for tests and experiments."""
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings = {
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.shuffle.partitions": str(cores),
        "spark.driver.memory": memory,
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.sql.ansi.enabled": "true",
        "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    }
    builder = SparkSession.builder.master(f"local[{cores}]").appName("waypost")
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def _bitmap_of(numbers: Sequence[int]) -> bytes | None:
    return bitmap_of(numbers) if numbers else None


class SparkModels:
    """A full build of marts from all events of a lake, on Spark. Use as a context manager.

    `zones`: IANA zone by organisation, as in analytics_v1.organizations. Executors need this package and its
    dependencies, because the same library creates the bitmaps everywhere. Visitors keep their existing numbers from the
    lake, and others get the next ones.
    """

    def __init__(self, lake: Lake, session: Any, zones: Mapping[str, str]) -> None:
        self._lake = lake
        self._session = session
        self._zones = zones
        self._made: list[str] = []
        self._kept: dict[str, Any] = {}

    def __enter__(self) -> Self:
        self._show_files("lake.events", self._lake.events)
        positions = self._lake.events.positions()
        self._put(
            "build.slice",
            "partition int, after_pos bigint, upto_pos bigint",
            ((number, -1, pos) for number, pos in sorted(positions.items())),
        )
        self._put("build.kept_zone", "org_id string, zone string", ())
        self._put(
            "analytics_v1.organizations",
            "org_id string, time_zone string",
            sorted(self._zones.items()),
        )
        self._session.udf.register("bitmap_of", _bitmap_of, "binary")
        for name in _CORE:
            self._show(name, self._frame(name))
        self._put("marts.visitors", "org_id string, visitor bigint, first_pos bigint", ())
        self._keep(VISITORS, self._frame(f"marts.{VISITORS}"))
        known = self._known_numbers()
        self._show(f"marts.{NUMBERS}", known)
        self._keep(NUMBERS, known.unionByName(self._frame(f"marts.{NUMBERS}")))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: "TracebackType | None",
    ) -> None:
        for name in self._made:
            self._session.catalog.dropTempView(name)

    def frame(self, mart: str) -> Any:
        """Return the mart's rows as a Spark DataFrame, which can be written to any destination."""
        return self._kept[mart] if mart in self._kept else self._frame(f"marts.{mart}")

    def table(self, mart: str) -> pa.Table:
        """Return the mart's rows as an Arrow table, for results that fit in memory."""
        schema = get_model(f"marts.{mart}").schema
        with tempfile.TemporaryDirectory(prefix="waypost-spark-") as folder:
            target = Path(folder) / "rows"
            self.frame(mart).write.parquet(str(target))
            parts = [pq.read_table(one) for one in sorted(target.glob("*.parquet"))]
        return pa.concat_tables([part.select(schema.names).cast(schema) for part in parts])

    def _keep(self, mart: str, frame: Any) -> None:
        """Compute a mart that other models read once, and cache it."""
        self._kept[mart] = frame.localCheckpoint()
        self._show(f"marts.{mart}", self._kept[mart])

    def _known_numbers(self) -> Any:
        """Return the numbers that visitors have in the lake."""
        table = mart_table(self._lake, NUMBERS)
        files = table.files() if table.exists() else []
        columns = "org_id string, visitor bigint, number int"
        if not files:
            return self._session.createDataFrame([], columns)
        return self._session.read.schema(columns).parquet(*(file.uri for file in files))

    def _frame(self, full_name: str) -> Any:
        return self._session.sql(to_spark(get_model(full_name).sql))

    def _show(self, full_name: str, frame: Any) -> None:
        name = view_name(*full_name.split("."))
        frame.createOrReplaceTempView(name)
        self._made.append(name)

    def _put(self, full_name: str, columns: str, rows: Iterable[tuple[object, ...]]) -> None:
        self._show(full_name, self._session.createDataFrame(list(rows), columns))

    def _show_files(self, full_name: str, table: LakeTable) -> None:
        reader = self._session.read.option("basePath", table.url).option("mergeSchema", "true")
        frame = reader.parquet(*(file.uri for file in table.files()))
        self._show(full_name, frame.select(*EVENTS.names))
