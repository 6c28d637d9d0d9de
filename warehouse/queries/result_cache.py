"""An LRU cache of query results over immutable data files.

The result of a statement over these files depends only on its text and its bound values, which include the file names.
Files that will soon be replaced are not cached.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from warehouse.data_files import DataFile


class Sized(Protocol):
    """Anything with a length."""

    def __len__(self) -> int: ...


Result = TypeVar("Result", bound=Sized)


class ResultCache:
    """The most recently used results, with at most `max_rows` rows in total. Thread-safe.

    A row takes about 300 bytes, so the default is below 80 MB.
    """

    def __init__(self, max_rows: int = 250_000) -> None:
        self._max_rows = max_rows
        self._rows = 0
        self._entries: OrderedDict[tuple[Any, ...], tuple[Sized, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get_or_read(
        self,
        statement: str,
        values: dict[str, Any],
        read: Callable[[], Result],
        weigh: Callable[[Result], int] = len,
    ) -> Result:
        """Return the cached result for this statement and these values, or that of `read`, which is then cached.

        `weigh`: returns the size of a result in rows.
        """
        key = (statement, *((name, _hashable(value)) for name, value in values.items()))
        with self._lock:
            cached: Any = self._entries.get(key)
            if cached is not None:
                self._entries.move_to_end(key)
                return cached[0]  # type: ignore[no-any-return]
        result = read()
        size = weigh(result) + 1
        with self._lock:
            if key not in self._entries and size <= self._max_rows // 4:
                self._entries[key] = (result, size)
                self._rows += size
                while self._rows > self._max_rows:
                    _, (_, dropped) = self._entries.popitem(last=False)
                    self._rows -= dropped
        return result


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def settled(files: Iterable[DataFile]) -> list[DataFile]:
    """Return the files of a mart that contain finished arrival days. The others will soon be replaced.

    This includes a file that spans a finished day and the newest one, which a build around midnight leaves behind. It
    does not change until the nightly compaction joins it with its month.
    """
    listed = list(files)
    days = [file.stats["max.day"] for file in listed if file.stats.get("max.day") is not None]
    newest = max(days, default=None)
    return [file for file in listed if newest and file.stats.get("min.day", newest) < newest]
