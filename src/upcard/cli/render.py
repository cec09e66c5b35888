"""What the verbs share: JSON, wrapped text."""

import json
import textwrap
from typing import Any

import click

JSON = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
WIDTH = 110


def print_json(value: Any) -> None:
    """Print a value as JSON for other programs."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def paragraph(text: str, indent: str = "  ", first: str | None = None) -> str:
    """Wrap a text to the width of a page."""
    return textwrap.fill(
        text, WIDTH, initial_indent=indent if first is None else first, subsequent_indent=indent, break_on_hyphens=False
    )
