"""The state of every web process from its start: settings, clock, limits and facts about its environment."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Depends, Request

from api.kit.app_state import AppState
from api.kit.client_addresses import ClientAddresses
from api.kit.rate_limits import RateLimits
from api.kit.stream_slots import StreamSlots
from runtime.disk_space import DiskSpace
from runtime.settings import Settings


@dataclass(frozen=True)
class ProcessState(AppState):
    """Attached by `create_app`."""

    settings: Settings
    clock: Callable[[], datetime]
    disk_space: DiskSpace
    rate_limits: RateLimits
    client_addresses: ClientAddresses
    visitor_streams: StreamSlots
    """Open streams of live walls and polls."""
    is_warm: bool
    """Whether lifespans open slow resources in advance, so that no request waits for them."""


async def _settings(request: Request) -> Settings:
    return ProcessState.of(request).settings


SettingsDep = Annotated[Settings, Depends(_settings)]
"""The settings of this installation."""


async def _rate_limits(request: Request) -> RateLimits:
    return ProcessState.of(request).rate_limits


RateLimitsDep = Annotated[RateLimits, Depends(_rate_limits)]
"""The rate limits of this process."""


async def _visitor_streams(request: Request) -> StreamSlots:
    return ProcessState.of(request).visitor_streams


VisitorStreamsDep = Annotated[StreamSlots, Depends(_visitor_streams)]
"""The streams that visitors have open."""


async def _disk_space(request: Request) -> DiskSpace:
    return ProcessState.of(request).disk_space


DiskSpaceDep = Annotated[DiskSpace, Depends(_disk_space)]
"""The free space on the disks of this machine."""
