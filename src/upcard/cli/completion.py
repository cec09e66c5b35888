"""upcard completion: the script that teaches a shell to complete upcard's words."""

import click
from click.shell_completion import get_completion_class

from upcard.cli.render import JSON, print_json


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@JSON
def command(shell: str, as_json: bool) -> None:
    """Print the completion script of a shell.

    For bash: upcard completion bash > ~/.local/share/bash-completion/completions/upcard
    """
    from upcard.cli import main

    found = get_completion_class(shell)
    assert found is not None
    source = found(main, {}, "upcard", "_UPCARD_COMPLETE").source()
    if as_json:
        print_json({"shell": shell, "script": source})
    else:
        click.echo(source)
