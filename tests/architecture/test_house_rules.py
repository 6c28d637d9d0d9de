"""Rules of this project that no linter knows. Each failure names what to do instead."""

import ast
import re

import pytest

from tests.architecture.sources import FLOORS, named, sources, text_of, trees

LINES = {".py": 400, ".sql": 200, ".ts": 400, ".tsx": 400}
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "manager"}

# The only places where a transaction may end: the edge of a request, a command, the event
# pipeline's own loops.
COMMITS_ALLOWED = (
    "api/apps/",
    "api/db/",
    "ingest/outbox/",
    "ingest/landing/",
)
# All exceptions may be caught only where a process meets the outside.
BROAD_CATCHES_ALLOWED = (
    "api/apps/",
    "api/kit/edge.py",
    "api/domains/visits/visits/scan_middleware.py",
    "api/kit/worker_process.py",  # passes an exception of a function to its caller
    "api/db/offload.py",  # reraises it once the watch over the caller has ended
    "api/jobs/worker.py",  # a failing nightly task does not prevent the others
    # A failing report does not prevent the others
    "api/domains/insights/scheduled_reports/delivery.py",
    "api/domains/people/segments/refreshing.py",  # a failing segment does not prevent the others
    "api/jobs/background.py",  # a failing loop starts again
    "api/jobs/faults.py",  # a failing part of a job does not prevent the others
    # A failing connection does not prevent the others
    "api/domains/commerce/connections/serving.py",
    "api/domains/commerce/connections/shop_upkeep.py",  # a failing shop does not prevent the others
    "api/domains/commerce/connections/backfilling.py",  # a failing order is left out
    "api/domains/commerce/connections/webhook_processing.py",  # a failing webhook is set aside
    # An organisation with failing events does not prevent the others
    "api/jobs/outbox_followers.py",
    "api/objects/removal.py",  # whatever referred to the file is already deleted
    # Passes the failure to everybody who waits for the group
    "api/domains/visits/visits/group_commit.py",
    "ingest/outbox/relay",
    "ingest/landing/",
    "pipelines/",
    "runtime/doctor.py",
)

_SQL = re.compile(
    r"\b(?:SELECT\s+.+\s+FROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+TABLE)\b",
    re.IGNORECASE | re.DOTALL,
)


def test_files_stay_short() -> None:
    places = (*FLOORS, "tests", "benchmarks", "web/src")
    long = [
        f"{named(path)}: {count} lines, at most {LINES[path.suffix]}"
        for path in sources(*LINES, floors=places)
        if path.name not in {"schema.ts", "schema.d.ts"}
        and (count := len(text_of(path).splitlines())) > LINES[path.suffix]
    ]

    assert long == [], "split by concern, never into 'part 2'"


def test_app_state_is_typed() -> None:
    untyped = [
        f"{named(path)}:{node.lineno}"
        for path, tree in trees(r"\bapp\s*\.\s*state\b", floors=("api", "tests", "benchmarks"))
        if named(path) != "api/kit/app_state.py"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr == "state"
        and (getattr(node.value, "attr", None) == "app" or getattr(node.value, "id", None) == "app")
    ]

    assert untyped == [], (
        "declare an AppState (api/kit/app_state.py), attach it, and read it with .of()"
    )


CONTEXT_VARIABLES = (
    "api/kit/request_deadline.py",
    "api/kit/request_context.py",
)


def test_only_known_context_variables_exist() -> None:
    hidden = [
        named(path)
        for path in sources(".py", floors=("api",))
        if "ContextVar(" in text_of(path) or "ContextVar[" in text_of(path)
    ]

    assert sorted(hidden) == sorted(CONTEXT_VARIABLES), "pass it as an argument"


def test_file_names_are_not_vague() -> None:
    vague = [
        named(path)
        for path in sources(".py", ".ts", ".tsx", floors=(*FLOORS, "tests", "web/src"))
        if path.stem in FORBIDDEN_NAMES or path.parent.name in FORBIDDEN_NAMES
    ]

    assert vague == [], "name the file after the idea it holds"


def test_pipelines_contain_no_sql() -> None:
    found = [
        f"{named(path)}:{node.lineno}"
        for path, tree in trees(
            r"(?i)\b(?:select|insert|update|delete|create)\b", floors=("pipelines",)
        )
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and _SQL.search(node.value)
    ]

    assert found == [], (
        "put the statement into warehouse/models or ask the floor that owns the table"
    )


def test_transactions_end_at_the_edges() -> None:
    found = [
        f"{named(path)}:{node.lineno}"
        for path, tree in trees(r"\bcommit\b", floors=("api", "ingest"))
        if not named(path).startswith(COMMITS_ALLOWED)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "commit"
    ]

    assert found == [], "flush, and let the request's edge commit"


def raises_again(handler: ast.ExceptHandler) -> bool:
    """Return whether the exception is always raised again."""
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def test_errors_are_not_swallowed() -> None:
    found = [
        f"{named(path)}:{node.lineno}"
        for path, tree in trees(r"\bexcept\b\s*\*?\s*(?::|\(?\s*Exception\b)")
        if not named(path).startswith(BROAD_CATCHES_ALLOWED)
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or (isinstance(node.type, ast.Name) and node.type.id == "Exception"))
        and not raises_again(node)
    ]

    assert found == [], "catch the error that you can finish, and no other"


@pytest.mark.parametrize("package", ["fastapi", "dagster", "sqlalchemy", "starlette"])
def test_warehouse_imports_neither_web_nor_orchestrator(package: str) -> None:
    found = [
        named(path)
        for path in sources(".py", floors=("warehouse",))
        if re.search(rf"^\s*(?:import|from) {package}\b", text_of(path), re.MULTILINE)
    ]

    assert found == []


def test_current_time_is_passed_as_an_argument() -> None:
    """Rules that read the clock themselves cannot be tested at midnight."""
    found = [
        f"{named(path)}:{number}"
        for path in sources(".py", floors=("api/domains", "warehouse"))
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if re.search(r"\b(?:datetime|date)\.(?:now|utcnow|today)\(|\btime\.time\(\)", line)
    ]

    assert found == [], "take `now` or a clock as an argument"


def test_request_times_are_validated_as_calendar_times() -> None:
    """A time near the year 1 or 9999 was stored once, and broke every list that contained it."""
    found = [
        named(path)
        for path in sources(".py", floors=("api",))
        if re.search(r"\bAwareDatetime\b", text_of(path))
    ]

    assert sorted(found) == ["api/domains/codes/codes/rules.py", "api/kit/timestamps.py"], (
        "use kit.timestamps.Moment"
    )


def test_no_test_stores_the_time_of_its_import() -> None:
    """A run takes a quarter of an hour, so 'today' at its start may be yesterday at its end."""
    early = [
        f"{named(path)}:{call.lineno}"
        for path, tree in trees(r"\.\s*(?:now|today|time)\b", floors=("tests",))
        for statement in tree.body
        if isinstance(statement, ast.Assign | ast.AnnAssign | ast.Expr)
        for call in ast.walk(statement)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in {"now", "today", "time"}
        and not call.args[1:]
    ]

    assert early == [], "ask for the time inside the test"


_TAG = re.compile(r"<(?:!|/?(?:\(\?:)?[a-z])", re.IGNORECASE)


@pytest.mark.parametrize(
    ("pattern", "is_html"),
    [
        (r"<form\b.*?</form>", True),
        (r"</(?:p|li)>", True),
        (r"<!--.*?-->", True),
        (r"(?<=\w)a", False),
        (r"(?P<name>\w+)(?<!x)", False),
        (r"[<>]+", False),
    ],
)
def test_patterns_that_parse_html_are_recognised(pattern: str, is_html: bool) -> None:
    assert reads_html(pattern) is is_html


def reads_html(pattern: str) -> bool:
    """Return whether a regular expression searches for tags; groups and look-behinds are not tags."""
    return bool(_TAG.search(re.sub(r"\(\?P?<(?:[=!]|\w+>)", "(", pattern)))


def test_html_is_read_with_a_parser() -> None:
    found = [
        f"{named(path)}:{node.lineno}"
        for path, tree in trees(r"\bre\.\w+\(")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        for text in ast.walk(node)
        if isinstance(text, ast.Constant) and isinstance(text.value, str) and reads_html(text.value)
    ]

    assert found == [], "subclass SourceParser of api/rendering/html_source.py, or use nh3"


_METHODS = {"get", "post", "put", "patch", "delete"}
LONGEST_HANDLER = 10


def test_handlers_are_short() -> None:
    long = [
        f"{named(path)}:{node.lineno} {node.name}: {count} lines"
        for path, tree in trees(r"(?m)^@router\.", floors=("api",))
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and any(_is_route(it) for it in node.decorator_list)
        and (count := _lines(node)) > LONGEST_HANDLER
    ]

    assert long == [], "a handler is one service call: move the rest into the service, or a view"


def _is_route(decorator: ast.expr) -> bool:
    return (
        isinstance(decorator, ast.Call)
        and isinstance(decorator.func, ast.Attribute)
        and decorator.func.attr in _METHODS
        and isinstance(decorator.func.value, ast.Name)
        and decorator.func.value.id == "router"
    )


def _lines(handler: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the number of lines of the body, without the docstring."""
    body = handler.body[1:] if ast.get_docstring(handler) is not None else handler.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
