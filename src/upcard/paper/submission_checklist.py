"""What the rules of several places ask of a submission of a game, and where a PAR sheet answers it."""

from upcard.paper.par_sheet import ParDemand

# Section 4 of chapter 8 is known in part only, so that it is no paragraph of the code held.
NEW_JERSEY = "N.J.A.C. 13:69F, 8.4(d)3 (seen in part)"
OTHERS = "MA 205 CMR 147.04; MD COMAR 36.05.03.20; NV Reg. 14.230"
TOP_AWARDS = "GLI-11 v3, 4.8.2"
LEAST_CHANCE_OF_TOP_AWARD = 1 / 10**8

_ASKED = (
    (NEW_JERSEY, "a summary of the game", False, "the submitter writes it; Configuration states the rules in force"),
    (NEW_JERSEY, "draft rules in the format of the chapter", False, "the submitter; Sources lists the paragraphs"),
    (NEW_JERSEY, "true odds of every wager", True, "Wagers: probability, 1 in N"),
    (NEW_JERSEY, "payout odds of every wager", True, "Wagers: pays"),
    (OTHERS, "true odds of every wager", True, "Wagers: probability, 1 in N"),
    (OTHERS, "payout odds of every wager", True, "Wagers: pays"),
    (OTHERS, "house advantage of every wager", True, "Summary; Wagers"),
    (OTHERS, "rules of the game with examples", False, "the submitter; upcard deal --round writes examples"),
    (OTHERS, "a statistical evaluation", True, "Wagers: variance, return bounds, exact beside simulated"),
    (OTHERS, "the report of a testing laboratory", False, "the laboratory, which can rebuild this sheet by --verify"),
    (TOP_AWARDS, "the top award is won at least once in 100,000,000 games, or its odds are shown", True, "Top awards"),
)


def submission_checklist() -> tuple[ParDemand, ...]:
    """Return every demand, with the section that answers it or what is left to the submitter."""
    return tuple(
        ParDemand(source=source, asks=asks, answered=answered, where=where) for source, asks, answered, where in _ASKED
    )
