"""The minimal FastAPI app for a page: it serves the same bytes from memory and stores nothing."""

import os
from pathlib import Path

from fastapi import FastAPI
from starlette.responses import HTMLResponse


def bare() -> FastAPI:
    """Return an app with one route that responds with a document."""
    app = FastAPI()
    html = Path(os.environ["BENCH_PAGE"]).read_text()

    @app.get("/code/{code_id}")
    async def page(code_id: str) -> HTMLResponse:
        return HTMLResponse(html)

    return app
