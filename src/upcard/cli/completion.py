"""upcard completion: the script by which a shell completes upcard's arguments."""

from argparse import Action, Namespace

from upcard.cli.render import print_json
from upcard.cli.verbs import parser


def run(arguments: Namespace) -> int:
    """Print the completion script."""
    import shtab

    def files(action: Action) -> None:
        action.complete = shtab.FILE  # type: ignore[attr-defined]  # where shtab looks for it

    script = shtab.complete(parser(files), arguments.shell)
    if arguments.json:
        print_json({"shell": arguments.shell, "script": script})
    else:
        print(script)
    return 0
