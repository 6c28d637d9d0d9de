"""Settings of the worker processes of a web process."""

from pydantic import Field

from runtime.environment import EnvironmentSettings, named


class WorkerSettings(EnvironmentSettings):
    """Limits of rendering, exports and SQL queries."""

    worker_processes: int = Field(
        2,
        ge=1,
        validation_alias=named("WAYPOST_WORKER_PROCESSES"),
        description="Worker processes of one web process for pictures, files and exports; one organisation can use all but one of them",
    )
    worker_tasks_of_organization: int = Field(
        8,
        ge=1,
        validation_alias=named("WAYPOST_WORKER_TASKS_OF_ORGANIZATION"),
        description="Running and waiting tasks of one organisation; further ones get 429",
    )
    worker_seconds: float = Field(
        60.0,
        gt=0,
        validation_alias=named("WAYPOST_WORKER_SECONDS"),
        description="Time limit of one task in seconds; then it is stopped and answered 503",
    )
    worker_memory_mb: int = Field(
        2000,
        ge=200,
        validation_alias=named("WAYPOST_WORKER_MEMORY_MB"),
        description="Memory limit of one task in megabytes, in addition to what its worker process has loaded",
    )
    sql_processes: int = Field(
        2,
        ge=1,
        validation_alias=named("WAYPOST_SQL_PROCESSES"),
        description="Worker processes of one web process for analysts' SQL; one organisation can use all but one of them",
    )
    sql_questions_of_organization: int = Field(
        4,
        ge=1,
        validation_alias=named("WAYPOST_SQL_QUESTIONS_OF_ORGANIZATION"),
        description="Running and waiting tasks of one organisation; further ones get 429",
    )
    sql_seconds: float = Field(
        30.0,
        gt=0,
        validation_alias=named("WAYPOST_SQL_SECONDS"),
        description="Time limit of one SQL query in seconds",
    )
    sql_memory_mb: int = Field(
        500,
        ge=50,
        validation_alias=named("WAYPOST_SQL_MEMORY_MB"),
        description="Memory limit of one SQL query in megabytes; beyond it, up to twice as much goes to disk",
    )
    sql_rows: int = Field(
        100_000,
        ge=1,
        validation_alias=named("WAYPOST_SQL_ROWS"),
        description="Largest number of rows in one result; further rows are cut off, and the answer says so",
    )
