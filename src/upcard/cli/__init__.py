"""The command line: thin verbs that render what the core returns; each is imported only when it is used."""

from importlib import import_module

import click

VERBS = ("check", "cite", "completion", "wagers")


class _Verbs(click.Group):
    """A group that imports a verb's module when the verb is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the verbs without importing them."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import one verb."""
        if name not in VERBS:
            return None
        command = import_module(f"upcard.cli.{name}").command
        assert isinstance(command, click.Command)
        return command


@click.command(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="upcard", prog_name="upcard", message="%(prog)s %(version)s")
def main() -> None:
    """New Jersey casino blackjack, from the regulation to the felt.

    Every verb takes --json. Exit code 0: done; 1: findings that violate the rules; 2: misuse or unreadable input.
    """
