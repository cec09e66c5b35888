"""Play in the terminal: the options of a game, and its rounds until the player leaves."""

from random import Random, SystemRandom

from upcard.cli.answers import Leave
from upcard.cli.game_session import GameSession, keys_at, least_round, usual_wager
from upcard.cli.play_letters import in_rows
from upcard.cli.render import wrap
from upcard.cli.transcript_files import require_new_file
from upcard.cli.wager_answers import ways_to_wager
from upcard.errors import Misuse
from upcard.game import Refused
from upcard.game import commands as do
from upcard.game.bankroll import Bankroll
from upcard.money import Cents, format_money
from upcard.table import TableConfig

LARGEST_SEED = 2**64 - 1
LEAST_WAGERS = 100  # in the bankroll of a player who names none


def play_in_terminal(
    config: TableConfig,
    *,
    seed: int | None = None,
    seats: int | None = None,
    transcript: str | None = None,
    bankroll: Cents | None = None,
) -> int:
    """Play rounds until the player leaves; raise Misuse if the table cannot be played as the options say."""
    if seed is not None and not 0 <= seed <= LARGEST_SEED:
        raise Misuse(f"--seed: must be a whole number from 0 to {LARGEST_SEED}, not {seed}")
    if seats is not None and not 1 <= seats <= config.seats:
        raise Misuse(f"--seats: this table has seats 1 to {config.seats}, so that you cannot play {seats}")
    if transcript is not None:
        require_new_file(transcript)
    random = SystemRandom() if seed is None else Random(seed)
    session = GameSession(config, random, seats or 1, transcript, _bankroll(config, bankroll))
    with session.answers:
        try:
            return _played(session)
        except Refused as refused:
            raise Misuse(f"the table may not be dealt: {refused}") from None


def _bankroll(config: TableConfig, initial: Cents | None) -> Bankroll:
    """Return the bankroll that the player begins with; raise Misuse if it does not cover a round."""
    if initial is None:
        initial = Cents(LEAST_WAGERS * sum(usual_wager(config, spot) for spot in range(config.spots[0])))
    if initial < (least := least_round(config)):
        raise Misuse(
            f"--bankroll: {format_money(initial)} does not cover the least that a round takes, {format_money(least)}"
        )
    return Bankroll(initial=initial)


def _played(session: GameSession) -> int:
    """Play until the player leaves; return the exit code."""
    config = session.config
    try:
        session.do(do.OpenTable())
        print(wrap(f"{config.licensee or 'upcard'}, table {config.table}: {config.game.means}.", first=""))
        print(in_rows(keys_at(config)))
        print("".join(f"{wrap(line, indent='  ', first='')}\n" for line in ways_to_wager(config.offers)))
        while True:
            session.round()
    except (Leave, KeyboardInterrupt) as left:
        return session.leave(left)
