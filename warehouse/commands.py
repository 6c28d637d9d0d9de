"""Commands of the warehouse."""

import json
from typing import Annotated, Literal

import typer


def dictionary(
    output: Annotated[
        Literal["markdown", "json", "dbt"], typer.Option("--format", help="How it is printed")
    ] = "markdown",
) -> None:
    """Print the meaning of every table, column and metric of the warehouse."""
    from warehouse.dictionary import as_data, as_markdown

    match output:
        case "markdown":
            print(as_markdown())
        case "json":
            print(json.dumps(as_data(), indent=2))
        case "dbt":
            from warehouse.dbt_sources import as_dbt_sources

            print(as_dbt_sources(), end="")
