"""The tests of the core pass on a copy with a new wager and a new rule, and notice a second copy of a rule."""

from pathlib import Path

import pytest

from tests.recipe.copied import edit, generate, make_copy, run_tests

CORE = ("law", "exact", "sim", "drawing", "api", "paper", "fuzz")
AT = "DOUBLINGS = (None, *DOUBLES)"
# The mathematics settle ties by a rule of their own, which says the same as that of the base game.
SECOND_COPY = """from upcard.rules.blackjack import SETTLEMENT

EQUAL = next(branch for branch in SETTLEMENT if branch.name == "equal")
written_once = settlement_branch


def settlement_branch(rules: BlackjackRules, hand: HandEnded, dealer: HandTotal | None = None) -> Branch | None:
    branch = written_once(rules, hand, dealer)
    return EQUAL if branch is not None and branch.name == EQUAL.name else branch


"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recipe") / "copy"
    make_copy(folder)
    generate(folder)
    return folder


def test_the_tests_of_the_core_pass(copy: Path) -> None:
    files = sorted(str(file) for file in (copy / "tests").glob("test_*.py"))
    done = run_tests(copy, *files, *(f"tests/{folder}" for folder in CORE))
    assert done.returncode == 0, done.stdout


def test_a_second_copy_of_a_rule_is_noticed(copy: Path) -> None:
    case = ("-n", "0", "tests/test_one_base_game.py", "-k", "equal")
    assert run_tests(copy, *case).returncode == 0
    edit(copy / "src/upcard/payoffs/settlement.py", AT, SECOND_COPY + AT)
    assert run_tests(copy, *case).returncode == 1
