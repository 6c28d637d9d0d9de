"""The apps that benchmarks load: Waypost, and the least that FastAPI can do."""

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
    """The product, with the settings of the environment."""
    return create_app(get_settings())


def bare() -> FastAPI:
    """One route that redirects and keeps nothing."""
    app = FastAPI()

    @app.get("/code/{code_id}")
    async def redirect(code_id: str) -> RedirectResponse:
        return RedirectResponse(f"https://harbor.example/{code_id}", status_code=302)

    return app


CONNECTIONS = 16


class Row(BaseModel):
    """What a play sends, as far as a bare insert keeps it."""

    game_id: str
    play_id: str
    player_seed: str


def inserting() -> FastAPI:
    """One route that stores a row durably in the table `plain`, in a transaction of its own, and answers."""
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
