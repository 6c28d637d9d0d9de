"""Events about something that many people watch: shared reads, and no value from before the stream."""

import asyncio

from api.kit.live import SECONDS_FRESH, SharedReads, changes


class Wall:
    """A value that is read, and the clock that all use."""

    def __init__(self) -> None:
        self.value = b"empty"
        self.reads = 0
        self.now = 100.0
        self.shared: SharedReads[str] = SharedReads(self._read, lambda: self.now)

    async def _read(self, _key: str) -> bytes:
        self.reads += 1
        return self.value

    async def sleep(self, seconds: float) -> None:
        self.now += seconds

    async def events(self, seconds: float) -> list[bytes]:
        stream = changes(self.shared, "wall", seconds, monotonic=lambda: self.now, sleep=self.sleep)
        return [event async for event in stream if event.startswith(b"data: ")]


def test_first_event_is_not_older_than_the_stream() -> None:
    async def follow(wall: Wall) -> list[bytes]:
        await wall.shared.get("wall")  # somebody else watches
        wall.now += SECONDS_FRESH / 10
        wall.value = b"a picture"
        return await wall.events(3)

    assert asyncio.run(follow(Wall())) == [b"data: a picture\n\n"]


def test_all_watchers_share_one_read() -> None:
    async def follow(wall: Wall) -> int:
        await asyncio.gather(*(wall.shared.get("wall") for _ in range(50)))
        return wall.reads

    assert asyncio.run(follow(Wall())) == 1


def test_stream_of_zero_duration_still_sends_the_value() -> None:
    assert asyncio.run(Wall().events(0)) == [b"data: empty\n\n"]
