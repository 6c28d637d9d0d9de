"""The two apps that the redirect benchmark loads: Waypost, and the least that FastAPI can do."""

from fastapi import FastAPI
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
