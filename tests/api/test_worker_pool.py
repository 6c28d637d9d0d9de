"""Heavy work in worker processes: its limits, and what happens when something ends early."""

import os
import signal
import time
from pathlib import Path

import anyio
import pytest
import uvloop

from api.kit.worker_pool import (
    IDLE_BYTES,
    TaskTimedOut,
    TooManyOfOwner,
    WorkerLimits,
    WorkerLost,
    WorkerPool,
    WorkersBusy,
)
from api.rendering.qr.errors import PictureTooSmall
from tests.support.waiting import eventually

TWO = WorkerLimits(processes=2, of_owner=3, waiting=2)


def write_id_and_sleep(path: Path) -> None:
    path.write_text(str(os.getpid()))
    time.sleep(60)


def wait_for(path: Path) -> str:
    eventually(path.exists)
    return path.name


def refuse() -> None:
    raise PictureTooSmall(129)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_worker_errors_reach_the_caller_as_they_were_raised() -> None:
    pool = WorkerPool(TWO)

    with pytest.raises(PictureTooSmall) as refused:
        anyio.run(pool.run, "harbor", refuse)

    assert refused.value.errors[0].field == "width"
    assert "at least 129" in refused.value.message


def test_one_owner_leaves_a_worker_free_for_others(tmp_path: Path) -> None:
    pool, first, other = WorkerPool(TWO), tmp_path / "first", tmp_path / "other"
    ended: list[str] = []

    async def wait(owner: str, path: Path) -> None:
        await pool.run(owner, wait_for, path)
        ended.append(path.name)

    async def main() -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(wait, "harbor", first)
            await anyio.wait_all_tasks_blocked()
            (tmp_path / "second").touch()  # could end at once, if it had started
            group.start_soon(wait, "harbor", tmp_path / "second")
            await anyio.wait_all_tasks_blocked()
            other.touch()
            await wait("northwind", other)
            assert ended == ["other"]
            first.touch()

    anyio.run(main)
    assert ended == ["other", "first", "second"]


def test_too_many_tasks_of_one_owner_or_in_total_are_refused_at_once(tmp_path: Path) -> None:
    pool, signal_file = WorkerPool(TWO), tmp_path / "go"

    async def main() -> None:
        async with anyio.create_task_group() as group:
            for _ in range(3):
                group.start_soon(pool.run, "harbor", wait_for, signal_file)
            await anyio.wait_all_tasks_blocked()
            with pytest.raises(TooManyOfOwner) as fourth:
                await pool.run("harbor", os.getpid)
            assert fourth.value.headers["Retry-After"]
            group.start_soon(pool.run, "northwind", wait_for, signal_file)
            await anyio.wait_all_tasks_blocked()
            with pytest.raises(WorkersBusy) as full:
                await pool.run("northwind", os.getpid)
            assert full.value.headers["Retry-After"]
            signal_file.touch()
        await pool.run("harbor", os.getpid)

    anyio.run(main)


def test_killed_worker_returns_an_error_and_the_pool_continues(tmp_path: Path) -> None:
    pool, path = WorkerPool(TWO), tmp_path / "pid"

    async def main() -> None:
        async with anyio.create_task_group() as group:

            async def lose() -> None:
                with pytest.raises(WorkerLost) as lost:
                    await pool.run("harbor", write_id_and_sleep, path)
                assert lost.value.status == 503
                assert lost.value.headers["Retry-After"]

            group.start_soon(lose)
            pid = await _id_in(path)
            os.kill(pid, signal.SIGKILL)
        assert await pool.run("harbor", os.getpid) != pid

    anyio.run(main)


def test_idle_worker_that_was_killed_is_replaced() -> None:
    pool = WorkerPool(TWO)

    async def main() -> None:
        idle = await pool.run("harbor", os.getpid)
        os.kill(idle, signal.SIGKILL)
        await anyio.to_thread.run_sync(eventually, lambda: not is_running(idle))
        assert await pool.run("harbor", os.getpid) != idle

    anyio.run(main)


_kept: list[bytearray] = []


def keep(size: int) -> int:
    _kept.append(bytearray(os.urandom(1000)) * (size // 1000))
    return os.getpid()


def test_worker_that_retains_much_memory_is_replaced() -> None:
    pool = WorkerPool(WorkerLimits(processes=1, memory_bytes=1_000_000_000))

    async def main() -> None:
        first = await pool.run("harbor", keep, 1_000_000)
        assert await pool.run("harbor", keep, IDLE_BYTES) == first
        assert await pool.run("harbor", os.getpid) != first

    anyio.run(main)


def test_cancelled_caller_ends_its_worker(tmp_path: Path) -> None:
    pool, path = WorkerPool(WorkerLimits(processes=1)), tmp_path / "pid"

    async def main() -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(pool.run, "harbor", write_id_and_sleep, path)
            pid = await _id_in(path)
            group.cancel_scope.cancel()
        await anyio.to_thread.run_sync(eventually, lambda: not is_running(pid))
        assert await pool.run("harbor", os.getpid) != pid

    anyio.run(main)


def test_task_that_exceeds_its_time_limit_is_stopped() -> None:
    pool = WorkerPool(WorkerLimits(processes=1, seconds=0.2))

    async def main() -> None:
        with pytest.raises(TaskTimedOut) as stopped:
            await pool.run("harbor", time.sleep, 60)
        assert stopped.value.headers["Retry-After"]

    anyio.run(main)


def test_worker_that_exceeds_its_memory_limit_fails_alone() -> None:
    pool = WorkerPool(WorkerLimits(processes=1, memory_bytes=500_000_000))

    with pytest.raises(MemoryError):
        anyio.run(pool.run, "harbor", bytearray, 600_000_000)


async def _id_in(path: Path) -> int:
    await anyio.to_thread.run_sync(eventually, lambda: path.exists() and bool(path.read_text()))
    return int(await anyio.Path(path).read_text())


def test_8_mb_arguments_and_results_are_transferred_whole_on_uvloop() -> None:
    """uvloop makes what it watches non-blocking, and a pipe has a buffer of 64 kB."""
    pool, long = WorkerPool(TWO), os.urandom(8_000_000)

    async def main() -> list[bytes]:
        return [await pool.run("harbor", bytes, long) for _ in range(3)]

    assert uvloop.run(main()) == [long] * 3
