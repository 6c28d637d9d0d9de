"""Health, readiness, the OpenAPI document, and the configuration of the web app."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import structlog
from fastapi import Request, Response
from prometheus_client import Gauge
from pydantic import BaseModel
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import JSONResponse

from api.auth.tokens import CLAIM_NAMESPACE
from api.db.session import Database
from api.domains.visits.visits.state import VisitsState
from api.integrations.image_generator import image_generator
from api.kit.app_state import AppState
from api.kit.base_router import BaseRouter
from api.kit.process_state import ProcessState, SettingsDep
from api.kit.schemas import Schema
from api.kit.timed_cache import TimedCache
from runtime.disk_space import LowDiskError
from runtime.settings import Settings
from warehouse.lake import Lake

log = structlog.get_logger(__name__)
router = BaseRouter(tags=["infrastructure"])

VERSION = "0.12.1"
READY_SECONDS = 1.0
"""Seconds for which responses of /readyz are cached, so that requests cannot load the database."""
READY = Gauge(
    "waypost_ready",
    "1 when the process could answer its last readiness check",
    multiprocess_mode="min",
)


class Health(Schema):
    """The process is running."""

    status: Literal["ok"]
    version: str


class Check(Schema):
    """One dependency of the process."""

    ok: bool
    detail: str
    milliseconds: float


class Readiness(Schema):
    """Whether the process is ready, with its checks."""

    status: Literal["ready", "not_ready"]
    checks: dict[str, Check]


class LoginSettings(BaseModel):
    """Settings for the login of the web app."""

    domain: str
    client_id: str
    audience: str
    claim_namespace: str
    is_development: bool


class MapTiles(Schema):
    """The tile server for the background of maps."""

    url: str
    attribution: str


class AppConfig(Schema):
    """Configuration of the web app, available without a login."""

    auth: LoginSettings
    version: str
    base_url: str
    tour_host: str | None
    music_host: str | None
    map_tiles: MapTiles | None
    paints_prompts: bool
    """Whether an image model paints pictures from prompts. If not, the studio only draws patterns."""


@dataclass(frozen=True)
class ShellState(AppState):
    """Cached readiness of a web process, attached by `create_app`."""

    readiness: TimedCache[Readiness]


@router.get("/healthz", operation_id="healthz")
async def healthz() -> Health:
    """Whether the process is running. Checks no dependency and needs no thread."""
    return Health(status="ok", version=VERSION)


@router.get("/readyz", operation_id="readyz", responses={503: {"model": Readiness}})
def readyz(request: Request, response: Response, settings: SettingsDep) -> Readiness:
    """Whether the database and the lake can be reached and written to, cached for one second."""
    readiness = ShellState.of(request).readiness.get(lambda: _check_readiness(request, settings))
    response.status_code = 200 if readiness.status == "ready" else 503
    response.headers["Cache-Control"] = "no-store"
    return readiness


def _check_readiness(request: Request, settings: Settings) -> Readiness:
    checks = {
        "disk": _timed(lambda: _disk_has_room(request)),
        "writing": _timed(lambda: _writing_works(request)),
        "database": _timed(lambda: _database_answers(request)),
        "lake": _timed(lambda: _lake_answers(settings)),
    }
    is_ready = all(check.ok for check in checks.values())
    READY.set(is_ready)
    return Readiness(status="ready" if is_ready else "not_ready", checks=checks)


@router.get("/openapi.json", include_in_schema=False)
def openapi_document(request: Request) -> JSONResponse:
    """The OpenAPI document, as `waypost openapi` prints it."""
    return JSONResponse(request.app.openapi(), headers={"Cache-Control": "no-cache"})


@router.get("/app-config.json", operation_id="app_config")
def app_config(settings: SettingsDep, response: Response) -> AppConfig:
    """Configuration of the web app: where to log in, and which hosts it uses."""
    response.headers["Cache-Control"] = "no-cache"
    return _app_config(settings)


def _app_config(settings: Settings) -> AppConfig:
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
        paints_prompts=image_generator(settings) is not None,
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
    if isinstance(error, LowDiskError | NotWritten):
        return str(error)
    if isinstance(error, SQLAlchemyError):
        return "Postgres does not respond."
    return type(error).__name__


def _database_answers(request: Request) -> str:
    database = Database.of(request)
    with database.engine.connect() as connection:
        connection.execute(text("select 1 from organizations limit 1"))
        if connection.scalar(text("select current_setting('transaction_read_only')::bool")):
            raise NotWritten("Postgres is read-only.")
    return "Postgres responds and has its schema."


class NotWritten(Exception):
    """Writes currently fail."""


def _disk_has_room(request: Request) -> str:
    ProcessState.of(request).disk_space.require()
    return "The disks of this machine have free space."


def _writing_works(request: Request) -> str:
    """Check that recent writes succeeded: on a full disk, Postgres still answers a select."""
    scans = VisitsState.of(request).scans
    if scans.writer.is_failing() or scans.counter.is_failing():
        raise NotWritten("The last requests of visitors could not be written.")
    return "Recent requests of visitors were written."


def _lake_answers(settings: Settings) -> str:
    lake = Lake.from_settings(settings)
    if not lake.events.exists():
        return "The lake can be reached and holds no events yet."
    return f"The lake can be reached; events are at version {lake.events.version()}."
