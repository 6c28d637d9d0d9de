"""Opens the resources for following links when a web process starts, and closes them when it ends."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from api.db.visitor_pool import VisitorDatabase
from api.domains.messaging.links.following import LinksState, clicks_writer
from api.domains.people.customers.sealing import Sealer
from api.domains.visits.visits.group_commit import GroupWriter
from api.domains.visits.visits.lifespan import with_room
from api.kit.process_state import ProcessState


@asynccontextmanager
async def message_links(app: FastAPI) -> AsyncIterator[None]:
    """Record clicks in groups for as long as the process runs."""
    process, pool = ProcessState.of(app), VisitorDatabase.of(app).pool
    write = with_room(clicks_writer(pool, process.clock), process.disk_space)
    writer = GroupWriter(write, time.monotonic)
    LinksState(pool, writer, Sealer.of(process.settings)).attach(app)
    try:
        yield
    finally:
        await writer.close()
