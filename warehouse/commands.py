"""Commands of the warehouse."""

import json
from typing import Annotated, Literal

import typer


def dictionary(
    output: Annotated[
        Literal["markdown", "json"], typer.Option("--format", help="How it is printed")
    ] = "markdown",
) -> None:
    """Print what every table, column and metric of the warehouse means."""
    from warehouse.dictionary import as_data, as_markdown

    print(as_markdown() if output == "markdown" else json.dumps(as_data(), indent=2))
