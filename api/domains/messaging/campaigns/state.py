"""The state of campaigns in a web process."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from fastapi import FastAPI

from api.kit.app_state import AppState
from api.kit.process_state import ProcessState
from warehouse.conversions.engine import Conversions
from warehouse.lake import Lake


@dataclass(frozen=True)
class CampaignsState(AppState):
    """Attached by the lifespan of campaigns."""

    conversions: Conversions


@asynccontextmanager
async def campaigns_lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Provide a DuckDB for results of campaigns, which is opened with the first query."""
    conversions = Conversions(Lake.from_settings(ProcessState.of(app).settings))
    CampaignsState(conversions).attach(app)
    yield
    conversions.close()
