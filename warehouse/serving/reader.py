"""Attaches the newest serving copy to a connection and decodes its text."""

import itertools
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import duckdb
import structlog

from warehouse.data_files import DataFile
from warehouse.lake import Lake
from warehouse.serving.layout import FORMAT
from warehouse.serving.storage import copies_in, folder_of


@dataclass(frozen=True)
class Summed:
    """Sums of one file and local month: the first and last day of an organisation that they include."""

    file: int
    month: date
    first: date
    last: date


CHECK_INTERVAL_SECONDS = 5.0
DETACH_AFTER_SECONDS = 600.0
"""Seconds after which a replaced or removed copy is detached although a question still seems to read it. A running
statement finishes correctly even then, but a later one of the same question would fail.
"""

log = structlog.get_logger()


@dataclass(frozen=True)
class Copy:
    """A serving copy attached to one connection. It stays attached as long as this object is referenced."""

    path: Path
    name: str
    """The name under which the database is attached."""
    numbers: Mapping[str, int]
    """The number of each data file in the copy, by the file's name."""
    summed_before: date
    """The copy's sums include the local days before this one."""
    _codes: dict[tuple[str, str], int] = field(default_factory=dict)
    _texts: dict[tuple[str, int], str] = field(default_factory=dict)

    def number_of(self, file: DataFile) -> int | None:
        """Return the number of this data file in the copy, or None if the copy does not contain it."""
        return self.numbers.get(file.uri.rsplit("/", 1)[-1])

    def codes(
        self, cursor: duckdb.DuckDBPyConnection, column: str, texts: Iterable[str]
    ) -> list[int]:
        """Return the numbers of those texts that occur in the column."""
        asked = list(texts)
        missing = [text for text in asked if (column, text) not in self._codes]
        if missing:
            known = dict(
                cursor.execute(
                    f"select text, code from {self.name}.term_{column}"
                    " where text in (select unnest($texts::varchar[]))",
                    {"texts": missing},
                ).fetchall()
            )
            # Only texts in the copy are cached, because callers may ask for anything.
            self._codes.update({(column, text): code for text, code in known.items()})
        found = (self._codes.get((column, text)) for text in asked)
        return [code for code in found if code is not None]

    def summed(self, cursor: duckdb.DuckDBPyConnection, org_id: str) -> Sequence[Summed]:
        """Return the contents of the sums for an organisation."""
        return [
            Summed(*row)
            for org in self.codes(cursor, "org_id", [org_id])
            for row in cursor.execute(
                f"select file, local_month, first_day, last_day from {self.name}.covered"
                " where org_id = $org",
                {"org": org},
            ).fetchall()
        ]

    def texts(
        self, cursor: duckdb.DuckDBPyConnection, column: str, codes: Iterable[int]
    ) -> Mapping[int, str]:
        """Return the text for each number of a column."""
        asked = set(codes)
        missing = [code for code in asked if (column, code) not in self._texts]
        if missing:
            rows = cursor.execute(
                f"select code, text from {self.name}.term_{column}"
                " where code in (select unnest($codes::integer[]))",
                {"codes": missing},
            ).fetchall()
            self._texts.update({(column, code): text for code, text in rows})
        return {code: self._texts[column, code] for code in asked}


class Copies:
    """The newest copy of a lake, attached to one database. Thread-safe."""

    def __init__(
        self,
        lake: Lake,
        connection: Callable[[], duckdb.DuckDBPyConnection],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._folder = folder_of(lake)
        self._connection = connection
        self._clock = clock
        self._numbers = itertools.count(1)
        self._replaced: list[tuple[str, weakref.ref[Copy], float]] = []
        self._newest: Copy | None = None
        self._refused: set[Path] = set()
        self._looked_at: float | None = None
        self._lock = threading.Lock()

    def newest(self) -> Copy | None:
        """Return the copy to read, which is looked up every few seconds, or None if there is none."""
        if self._folder is None:
            return None
        with self._lock:
            now = self._clock()
            if self._looked_at is None or now - self._looked_at >= CHECK_INTERVAL_SECONDS:
                self._looked_at = now
                self._look(copies_in(self._folder), now)
            return self._newest

    def start_again(self, error: duckdb.Error) -> bool:
        """Discard everything that was attached to the old connection, because there is a new one now.

        If the error is due to the copy, it is not read any more. Return whether that is so.
        """
        with self._lock:
            newest, self._newest = self._newest, None
            self._replaced, self._looked_at = [], None
            text = str(error)
            # For a truncated file, DuckDB's error contains the file name, but for a block with a
            # wrong checksum it does not.
            is_blamed = newest is not None and (newest.path.name in text or "checksum" in text)
            if newest is not None and is_blamed:
                log.error("serving copy damaged, ignoring it", path=str(newest.path))
                self._refused.add(newest.path)
            return is_blamed

    def _look(self, found: Sequence[Path], now: float) -> None:
        whole = [path for path in found if path not in self._refused]
        path = whole[-1] if whole else None
        if self._newest is None or self._newest.path != path:
            if self._newest is not None:
                self._replaced.append((self._newest.name, weakref.ref(self._newest), now))
            self._newest = self._attach(path) if path else None
        self._let_go(now)

    def _let_go(self, now: float) -> None:
        """Detach the replaced copies that no question uses any more."""
        kept = []
        for name, copy, since in self._replaced:
            if copy() is not None and now - since < DETACH_AFTER_SECONDS:
                kept.append((name, copy, since))
            else:
                self._connection().execute(f"detach {name}")
        self._replaced = kept

    def _attach(self, path: Path) -> Copy | None:
        name = f"copy_{next(self._numbers)}"
        try:
            self._connection().execute(f"attach '{path}' as {name} (read_only)")
            ((written,),) = (
                self._connection().execute(f"select format from {name}.about").fetchall()
            )
            if written != FORMAT:
                self._connection().execute(f"detach {name}")
                return None
            rows = self._connection().execute(f"select name, id from {name}.data_file").fetchall()
            ((summed,),) = (
                self._connection().execute(f"select before from {name}.summed").fetchall()
            )
        except duckdb.Error as unreadable:
            # The copy was removed a moment ago, or was written by another version of DuckDB, so the
            # lake itself is read.
            log.warning("serving copy unreadable", path=path.name, error=str(unreadable))
            self._connection().execute(f"detach database if exists {name}")
            return None
        return Copy(path, name, dict(rows), summed)
