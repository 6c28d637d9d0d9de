"""The least that FastAPI can do for a page: the same bytes from memory, and nothing kept."""

import os
from pathlib import Path

from fastapi import FastAPI
from starlette.responses import HTMLResponse


def bare() -> FastAPI:
    """One route that answers with a document."""
    app = FastAPI()
    html = Path(os.environ["BENCH_PAGE"]).read_text()

    @app.get("/code/{code_id}")
    async def page(code_id: str) -> HTMLResponse:
        return HTMLResponse(html)

    return app
