"""Isolates our own faults in one part of a job, so that they do not stop its other parts."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TypeVar

import structlog

from api.jobs.due import queue_next
from api.jobs.registry import JobCancelled, JobContext

Item = TypeVar("Item")
log = structlog.get_logger(__name__)


class Faults:
    """Runs each part of a job inside `isolated`. A part that fails is logged and skipped. The job fails when all parts
    are done, so that it runs again.
    """

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._first: Exception | None = None

    def __bool__(self) -> bool:
        return self._first is not None

    def __enter__(self) -> "Faults":
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        error: BaseException | None,
        _: TracebackType | None,
    ) -> None:
        if error is None and self._first is not None:
            raise self._first

    @contextmanager
    def isolated(self, part: object) -> Iterator[None]:
        """Run one part."""
        try:
            yield
        except JobCancelled:
            raise
        except Exception as fault:
            log.exception("part of a job failed", kind=self._kind, part=str(part))
            self._first = self._first or fault


def take_turns(
    context: JobContext, kind: str, items: Iterable[Item], step: Callable[[Item], bool]
) -> int:
    """Make one step of each item in turn until `step` returns that no item has more to do, or the job's time is up. In
    that case another job of this kind is queued. Returns the number of steps.

    Raises:
        Exception: the first fault of a step, when the others are done.
    """
    steps, waiting = 0, list(items)
    with Faults(kind) as faults:
        while waiting:
            going_on = []
            for item in waiting:
                with faults.isolated(item):
                    if step(item):
                        going_on.append(item)
                        steps += 1
            waiting = going_on
            if waiting and not context.has_time():
                queue_next(context, kind)
                break
    return steps
