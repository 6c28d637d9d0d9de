"""Runs SQL queries in a worker process."""

import structlog
from deltalake.exceptions import DeltaError

from api.auth.member import Member
from api.db.offload import Offload
from api.domains.insights.analytics.errors import AnalyticsNotReady, DataDamaged
from api.domains.insights.dictionary.schemas import DictionaryTable
from api.domains.insights.sql.errors import QuestionTooHeavy, StatementNotAllowed, WrongStatement
from api.domains.insights.sql.schemas import AskSql, SqlMacro, SqlTables
from runtime.settings import Settings
from warehouse.analyst import SHOWN_KINDS
from warehouse.dictionary import data_dictionary
from warehouse.sql.execution import (
    LakePlace,
    ResultTooLarge,
    RowsUnreadable,
    SqlAnswer,
    SqlQuestion,
    answer,
)
from warehouse.sql.guard import StatementError, StatementRefused
from warehouse.sql.macros import macros
from warehouse.sql.result_formats import AnswerFormat

log = structlog.get_logger(__name__)


class SqlService:
    """Runs members' queries over their organisation's tables."""

    def __init__(self, settings: Settings, offload: Offload) -> None:
        self._settings = settings
        self._offload = offload

    def ask(self, member: Member, body: AskSql, output: AnswerFormat) -> SqlAnswer:
        """Return the rows of the query as a file.

        Raises:
            WrongStatement: it cannot be parsed or run; StatementNotAllowed if it is not allowed.
            QuestionTooHeavy: it exceeded its time or memory limit.
            AnalyticsNotReady: the lake cannot be read at the moment.
            DataDamaged: a file that it needs is damaged.
        """
        settings = self._settings
        place = LakePlace(
            root=settings.lake_url,
            storage_options=settings.storage_options,
            database_url=settings.database_url_as("waypost_pipelines"),
            org_id=member.org_id,
            zone=member.time_zone,
            week_start=member.week_start,
        )
        question = SqlQuestion(
            statement=body.sql,
            parameters=body.parameters,
            output=output,
            max_rows=min(body.max_rows, settings.sql_rows),
            seconds=settings.sql_seconds,
            memory_mb=settings.sql_memory_mb,
            spill_mb=2 * settings.sql_memory_mb,
        )
        try:
            return self._offload.run(member.org_id, answer, place, question)
        except StatementRefused as refused:
            raise StatementNotAllowed(refused.message, refused.position) from None
        except StatementError as wrong:
            raise WrongStatement(wrong.message, wrong.position) from None
        except ResultTooLarge as heavy:
            raise QuestionTooHeavy(str(heavy)) from None
        except RowsUnreadable as unreadable:
            log.warning("lake file not readable", reason=str(unreadable))
            raise DataDamaged from None
        except DeltaError as unreadable:
            log.warning("lake not readable", reason=str(unreadable))
            raise AnalyticsNotReady from None

    def tables(self, member: Member) -> SqlTables:
        """Return tables, macros and limits."""
        settings = self._settings
        return SqlTables(
            tables=[
                DictionaryTable.model_validate(table)
                for table in data_dictionary()
                if table.kind in SHOWN_KINDS
            ],
            macros=[
                SqlMacro(signature=macro.signature, meaning=macro.meaning)
                for macro in macros(member.time_zone, member.week_start)
            ],
            max_rows=settings.sql_rows,
            seconds=settings.sql_seconds,
            memory_mb=settings.sql_memory_mb,
        )
