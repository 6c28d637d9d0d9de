"""The apps that benchmarks load: Waypost, and minimal FastAPI apps."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from psycopg_pool import AsyncConnectionPool
from pydantic import BaseModel
from starlette.responses import RedirectResponse

from api.apps.web import create_app
from api.kit.web_app import WebApp
from runtime.settings import get_settings


def waypost() -> WebApp:
    """Return the product, with the settings of the environment."""
    return create_app(get_settings())


def bare() -> FastAPI:
    """Return an app with one route that redirects and stores nothing."""
    app = FastAPI()

    @app.get("/code/{code_id}")
    async def redirect(code_id: str) -> RedirectResponse:
        return RedirectResponse(f"https://harbor.example/{code_id}", status_code=302)

    return app


CONNECTIONS = 16


class Row(BaseModel):
    """The part of a play's request that a bare insert stores."""

    game_id: str
    play_id: str
    player_seed: str


def inserting() -> FastAPI:
    """Return an app with one route that stores a row durably in the table `plain`, in its own transaction, and
    responds.
    """
    pool = AsyncConnectionPool(
        get_settings().database_url,
        min_size=CONNECTIONS,
        max_size=CONNECTIONS,
        open=False,
        kwargs={"autocommit": True},
    )

    @asynccontextmanager
    async def opened(_app: FastAPI) -> AsyncIterator[None]:
        async with pool:
            yield

    app = FastAPI(lifespan=opened)

    @app.post("/v1/game/play-game")
    async def insert(body: Row) -> dict[str, str]:
        async with pool.connection() as connection:
            await connection.execute(
                "insert into plain (game_id, entry, org_id, line, hash)"
                " values (%s, nextval('plain_entries'), 'org', %s, %s)",
                [body.game_id, "x" * 220, "0" * 64],
            )
        return {"play_id": body.play_id}

    return app
