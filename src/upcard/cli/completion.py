"""upcard completion: the script that teaches a shell to complete upcard's words."""

from argparse import Action, Namespace

from upcard.cli.render import print_json
from upcard.cli.verbs import parser


def run(asked: Namespace) -> int:
    """Print the completion script."""
    import shtab

    def files(action: Action) -> None:
        action.complete = shtab.FILE  # type: ignore[attr-defined]  # how shtab is told

    script = shtab.complete(parser(files), asked.shell)
    if asked.json:
        print_json({"shell": asked.shell, "script": script})
    else:
        print(script)
    return 0
