"""upcard completion: the script by which a shell completes upcard's arguments."""

import re
import shlex
from argparse import Action, ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from upcard.cli.render import print_json
from upcard.cli.verbs import parser
from upcard.law import CODE, Edition
from upcard.results.strategies import NAMES
from upcard.table import known_keys, shipped_tables
from upcard.wagers import ALL, GAMES, OPTIONS

EMPTY_ANSWER: dict[str, object] = {"shell": None, "script": ""}
WORDS_OR_FILES = ("EDITION|FOLDER", "TABLE.toml", "TABLE.toml|WAGER", "STRATEGY|FILE")
FILES = ("ROUND.toml", "FILE", "DATABASE")
FOLDERS = ("FOLDER",)


ABOUT = """\
  bash: upcard completion bash > ~/.local/share/bash-completion/completions/upcard
  zsh:  upcard completion zsh > a folder of $fpath, as _upcard
  fish: upcard completion fish > ~/.config/fish/completions/upcard.fish"""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard completion."""
    verb.add_argument("shell", choices=("bash", "zsh", "fish"))


def run(arguments: Namespace) -> int:
    """Print the completion script."""
    import shtab

    top = parser()
    for action in _actions(top):
        if completed := _completed(str(action.metavar)):
            action.complete = completed  # type: ignore[attr-defined]  # where shtab looks for it
    script = shtab.complete(top, arguments.shell)
    if arguments.json:
        print_json({"shell": arguments.shell, "script": script})
    else:
        print(script)
    return 0


def _actions(top: ArgumentParser) -> Iterator[Action]:
    for action in top._actions:
        yield action
        if isinstance(action, _SubParsersAction):
            for verb in action.choices.values():
                yield from _actions(verb)


def _completed(metavar: str) -> Any:
    """Return what completes an argument, by its metavar: files, words, or both; None if nothing does."""
    import shtab

    words: dict[str, Callable[[], Sequence[str]]] = {
        "PARAGRAPH": _paragraphs,
        "WAGER": lambda: [_one_word(option.name) for option in OPTIONS],
        "GAME": lambda: [_one_word(game.name) for game in GAMES],
        "EDITION|FOLDER": lambda: [edition.value for edition in Edition],
        "TABLE": _tables,
        "TABLE.toml": _tables,
        "TABLE.toml|WAGER": lambda: [*dict.fromkeys([*(_one_word(wager.name) for wager in ALL), *_tables()])],
        "[WAGER=]DOLLARS": lambda: [f"{_one_word(wager.name)}=" for wager in ALL],
        "STRATEGY|FILE": lambda: NAMES,
        "PATH=VALUE": lambda: [f"{key}=" for key in known_keys()],
        "KEY=VALUES": lambda: [f"{key}=" for key in known_keys()],
    }
    if metavar in FILES:
        return shtab.FILE
    if metavar in FOLDERS:
        return shtab.DIRECTORY
    if metavar not in words:
        return None
    return _functions(
        re.sub(r"\W+", "_", metavar).strip("_").lower(), words[metavar](), files=metavar in WORDS_OR_FILES
    )


def _one_word(name: str) -> str:
    """Return a wager's name without blanks, as every verb takes it."""
    return name.replace(" ", "-")


def _tables() -> list[str]:
    return [table.name for table in shipped_tables()]


def _paragraphs() -> list[str]:
    return sorted({law.number.removeprefix("13:69F-") for law in CODE.paragraphs if law.number.startswith("13:69F-")})


def _functions(name: str, words: Sequence[str], *, files: bool) -> dict[str, Any]:
    """Return the functions, one for each shell, that complete with words, and with files beside them."""
    function = f"_upcard_{name}"
    listed = shlex.join(words)
    more = {
        "bash": "    _shtab_compgen_files $1\n",
        "zsh": "  _files\n",
        "fish": "  __fish_complete_path (commandline -ct)\n",
    }
    also = more if files else dict.fromkeys(more, "")
    return {
        "bash": function,
        "zsh": function,
        "fish": f"({function})",
        "preamble": {
            "bash": f"{function}() {{\n    local word typed=${{1//\\\\/}}\n    for word in {listed}; do\n"
            f'        [[ $word == "$typed"* ]] && printf \'%q\\n\' "$word"\n    done\n{also["bash"]}}}\n',
            "zsh": f"{function}() {{\n  compadd -- {listed}\n{also['zsh']}}}\n",
            "fish": f"function {function}\n  printf '%s\\n' {listed}\n{also['fish']}end\n",
        },
    }
