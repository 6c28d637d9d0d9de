"""Settings of the work that web processes hand to worker processes."""

from pydantic import Field

from runtime.environment import EnvironmentSettings, named


class WorkerSettings(EnvironmentSettings):
    """How much is drawn, exported and asked at once, and what each of it may take."""

    worker_processes: int = Field(
        2,
        ge=1,
        validation_alias=named("WAYPOST_WORKER_PROCESSES"),
        description="Pictures, files and exports that one web process has made at once, each in a process of its own; one organisation has all but one of them",
    )
    worker_tasks_of_organization: int = Field(
        8,
        ge=1,
        validation_alias=named("WAYPOST_WORKER_TASKS_OF_ORGANIZATION"),
        description="Of these, running and waiting, for one organisation; the next one is answered 429",
    )
    worker_seconds: float = Field(
        60.0,
        gt=0,
        validation_alias=named("WAYPOST_WORKER_SECONDS"),
        description="Longest time that one of them may take before it is stopped and answered 503",
    )
    worker_memory_mb: int = Field(
        2000,
        ge=200,
        validation_alias=named("WAYPOST_WORKER_MEMORY_MB"),
        description="Most memory of one task, in megabytes, beside what its worker process has loaded",
    )
    sql_processes: int = Field(
        2,
        ge=1,
        validation_alias=named("WAYPOST_SQL_PROCESSES"),
        description="Analysts' questions in SQL that one web process answers at once; one organisation has all but one of them",
    )
    sql_questions_of_organization: int = Field(
        4,
        ge=1,
        validation_alias=named("WAYPOST_SQL_QUESTIONS_OF_ORGANIZATION"),
        description="Of these, running and waiting, for one organisation; the next one is answered 429",
    )
    sql_seconds: float = Field(
        30.0,
        gt=0,
        validation_alias=named("WAYPOST_SQL_SECONDS"),
        description="Longest time that one of them may take",
    )
    sql_memory_mb: int = Field(
        500,
        ge=50,
        validation_alias=named("WAYPOST_SQL_MEMORY_MB"),
        description="Most memory of one of them, in megabytes; what does not fit, up to twice as much, goes to disk",
    )
    sql_rows: int = Field(
        100_000,
        ge=1,
        validation_alias=named("WAYPOST_SQL_ROWS"),
        description="Most rows of one answer; what is beyond is cut, and said to be",
    )
