"""API routes of SQL queries."""

from typing import Annotated

from fastapi import Depends, Header, Response

from api.auth.member import EditorDep
from api.db.offload import QuestionOffloadDep
from api.db.routing import ApiRouter
from api.domains.insights.sql.schemas import AskSql, SqlRows, SqlTables
from api.domains.insights.sql.service import SqlService
from api.kit.process_state import SettingsDep
from warehouse.sql.execution import SqlAnswer
from warehouse.sql.result_formats import AnswerFormat

router = ApiRouter(tags=["analytics"])

MEDIA_TYPES: dict[AnswerFormat, str] = {
    "json": "application/json",
    "csv": "text/csv",
    "arrow": "application/vnd.apache.arrow.stream",
    "parquet": "application/vnd.apache.parquet",
}


def _service(settings: SettingsDep, offload: QuestionOffloadDep) -> SqlService:
    return SqlService(settings, offload)


SqlServiceDep = Annotated[SqlService, Depends(_service)]


@router.get("/v1/analytics/sql")
def list_sql_tables(me: EditorDep, service: SqlServiceDep) -> SqlTables:
    """Get the tables and macros that queries can use, and the limits of queries."""
    return service.tables(me)


@router.post(
    "/v1/analytics/sql",
    response_model=SqlRows,
    responses={
        200: {
            "content": {
                media_type: {} for media_type in MEDIA_TYPES.values() if "json" not in media_type
            },
            "headers": {
                "X-Row-Count": {"schema": {"type": "integer"}},
                "X-Truncated": {"schema": {"type": "boolean"}},
            },
        }
    },
)
def ask_sql(
    body: AskSql,
    me: EditorDep,
    service: SqlServiceDep,
    accept: Annotated[str, Header()] = "application/json",
) -> Response:
    """Run a read-only query over the organisation's events and marts. The response is JSON, CSV, an Arrow stream or
    Parquet.
    """
    output = body.format or _accepted(accept)
    return _file(service.ask(me, body, output), output)


def _file(answer: SqlAnswer, output: AnswerFormat) -> Response:
    media_type = MEDIA_TYPES[output]
    return Response(
        answer.content,
        media_type=f"{media_type}; charset=utf-8" if output == "csv" else media_type,
        headers={
            "X-Row-Count": str(answer.rows),
            "X-Truncated": str(answer.is_truncated).lower(),
            "Cache-Control": "no-store",
        },
    )


def _accepted(header: str) -> AnswerFormat:
    """Return the first format that an Accept header names, else JSON."""
    for part in header.split(","):
        accepted = part.partition(";")[0].strip().lower()
        for output, media_type in MEDIA_TYPES.items():
            if accepted == media_type:
                return output
    return "json"
