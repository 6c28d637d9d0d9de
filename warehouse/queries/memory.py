"""What was read of files that never change, kept for the next question about the same rows.

Data files of the lake are immutable, so the rows of a statement over them depend on nothing but its text and its
bound values, the names of the files among them. Only files that will be replaced soon are left out.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from warehouse.data_files import DataFile


class Sized(Protocol):
    """Something of a known length."""

    def __len__(self) -> int: ...


Found = TypeVar("Found", bound=Sized)


class Memory:
    """The newest used results, of at most `most` rows in all; safe to share between threads.

    A row takes about 300 bytes, so what is held by default stays below 80 MB.
    """

    def __init__(self, most: int = 250_000) -> None:
        self._most = most
        self._held = 0
        self._known: OrderedDict[tuple[Any, ...], tuple[Sized, int]] = OrderedDict()
        self._lock = threading.Lock()

    def recall(
        self,
        statement: str,
        values: dict[str, Any],
        read: Callable[[], Found],
        weigh: Callable[[Found], int] = len,
    ) -> Found:
        """What `read` gives for this statement with these bound values, or gave before.

        `weigh`: as how many rows what it gives counts.
        """
        key = (statement, *((name, _frozen(value)) for name, value in values.items()))
        with self._lock:
            known: Any = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
                return known[0]  # type: ignore[no-any-return]
        found = read()
        size = weigh(found) + 1
        with self._lock:
            if key not in self._known and size <= self._most // 4:
                self._known[key] = (found, size)
                self._held += size
                while self._held > self._most:
                    _, (_, dropped) = self._known.popitem(last=False)
                    self._held -= dropped
        return found


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def settled(files: Iterable[DataFile]) -> list[DataFile]:
    """Those of a mart's files that hold arrival days that are over; the others will be replaced soon.

    A file that reaches from such a day into the newest one is among them: a build around midnight leaves one,
    with which the night joins the whole month. It stays until the next night, and what it holds never changes.
    """
    known = list(files)
    days = [file.stats["max.day"] for file in known if file.stats.get("max.day") is not None]
    newest = max(days, default=None)
    return [file for file in known if newest and file.stats.get("min.day", newest) < newest]
