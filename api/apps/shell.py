"""What the product says of itself: is it alive, ready, how fast, and how to log in."""

import time
from collections.abc import Callable
from typing import Annotated, Literal

import structlog
from fastapi import APIRouter, Depends, Request, Response
from prometheus_client import Gauge
from pydantic import BaseModel
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import JSONResponse

from api.apps.gauges import EventRoad
from api.auth.tokens import CLAIM_NAMESPACE
from api.db.session import Database
from api.kit.schemas import Schema
from runtime.metrics import render
from runtime.settings import Settings
from warehouse.lake import Lake

log = structlog.get_logger(__name__)
router = APIRouter(tags=["infrastructure"])

VERSION = "0.12.1"
READY = Gauge(
    "waypost_ready",
    "1 when the process could answer its last readiness check",
    multiprocess_mode="min",
)


class Health(Schema):
    """The process runs."""

    status: Literal["ok"]
    version: str


class Check(Schema):
    """One thing that the process needs."""

    ok: bool
    detail: str
    milliseconds: float


class Readiness(Schema):
    """Whether the process can do its work, and what keeps it from it."""

    status: Literal["ready", "not_ready"]
    checks: dict[str, Check]


class LoginSettings(BaseModel):
    """What the web app's login needs."""

    domain: str
    client_id: str
    audience: str
    claim_namespace: str
    is_development: bool


class MapTiles(Schema):
    """The tile server behind maps."""

    url: str
    attribution: str


class AppConfig(Schema):
    """What the web app must know before anybody has logged in."""

    auth: LoginSettings
    version: str
    base_url: str
    tour_host: str | None
    music_host: str | None
    map_tiles: MapTiles | None


def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


SettingsDep = Annotated[Settings, Depends(_settings)]


@router.get("/healthz", operation_id="healthz")
def healthz() -> Health:
    """Say that the process runs; asks nothing of anybody."""
    return Health(status="ok", version=VERSION)


@router.get("/readyz", operation_id="readyz", responses={503: {"model": Readiness}})
def readyz(request: Request, response: Response, settings: SettingsDep) -> Readiness:
    """Say whether the database and the lake can be reached."""
    checks = {
        "database": _timed(lambda: _database_answers(request)),
        "lake": _timed(lambda: _lake_answers(settings)),
    }
    is_ready = all(check.ok for check in checks.values())
    READY.set(is_ready)
    response.status_code = 200 if is_ready else 503
    response.headers["Cache-Control"] = "no-store"
    return Readiness(status="ready" if is_ready else "not_ready", checks=checks)


@router.get("/metrics", include_in_schema=False)
def metrics(request: Request) -> Response:
    """Everything measured, for Prometheus."""
    road: EventRoad = request.app.state.event_road
    road.refresh()
    body, content_type = render()
    return Response(body, media_type=content_type)


@router.get("/openapi.json", include_in_schema=False)
def openapi_document(request: Request) -> JSONResponse:
    """Describe every call; the document that `waypost openapi` prints."""
    return JSONResponse(request.app.openapi(), headers={"Cache-Control": "no-cache"})


@router.get("/app-config.json", operation_id="app_config")
def app_config(settings: SettingsDep, response: Response) -> AppConfig:
    """Tell the web app where to log in."""
    response.headers["Cache-Control"] = "no-cache"
    return AppConfig(
        auth=LoginSettings(
            domain=settings.issuer.removeprefix("https://").rstrip("/"),
            client_id=settings.auth0_client_id,
            audience=settings.auth0_audience,
            claim_namespace=CLAIM_NAMESPACE,
            is_development=settings.embedded_identity,
        ),
        version=VERSION,
        base_url=settings.base_url,
        tour_host=settings.tour_host,
        music_host=settings.music_host,
        map_tiles=MapTiles(url=settings.map_tiles_url, attribution=settings.map_tiles_attribution)
        if settings.map_tiles_url
        else None,
    )


def _timed(check: Callable[[], str]) -> Check:
    begun = time.perf_counter()
    try:
        ok, detail = True, check()
    except Exception as error:
        log.warning("not ready", error=str(error))
        ok, detail = False, _first_line(error)
    return Check(ok=ok, detail=detail, milliseconds=round((time.perf_counter() - begun) * 1000, 1))


def _first_line(error: Exception) -> str:
    if isinstance(error, SQLAlchemyError):
        return "Postgres does not answer."
    return type(error).__name__


def _database_answers(request: Request) -> str:
    database: Database = request.app.state.database
    with database.engine.connect() as connection:
        connection.execute(text("select 1 from organizations limit 1"))
    return "Postgres answers and has its schema."


def _lake_answers(settings: Settings) -> str:
    lake = Lake.from_settings(settings)
    if not lake.events.exists():
        return "The lake can be reached and holds no events yet."
    return f"The lake can be reached; events are at version {lake.events.version()}."
