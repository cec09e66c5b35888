"""What interactive-gaming rules ask of a service, in our words; a test is marked with the lines that it stands on.

`@pytest.mark.asked("13:69O-1.4(i)")` marks a test. The sources: N.J.A.C. 13:69O and 13:69E, Pennsylvania's 58 Pa. Code,
GLI-19 v3 as others cite it, Maryland's COMAR. Where only a summary of several paragraphs is known, we chose which of
them asks which part of it.
A line has a test, or a reason why not; `test_checklist.py` holds this.
"""

from collections.abc import Mapping

ASKED: Mapping[str, str] = {
    "13:69O-1.2(b)": "the helpline is shown at log-on and at log-off",
    "13:69O-1.2(c)": "the previous log-on is shown at log-on",
    "13:69O-1.3(h)": "no transfers between patrons",
    "13:69O-1.3(i)": "supervisors answer for adjustments of patron accounts",
    "13:69O-1.3(p)": "self-exclusion voids pending wagers",
    "13:69O-1.4(e)": "one terminal a session",
    "13:69O-1.4(f)": "a session has an identity",
    "13:69O-1.4(h)": "no wager without funds",
    "13:69O-1.4(i)": "an account is locked after three failures in a row",
    "13:69O-1.4(j)": "a patron may suspend the own account for 72 hours and more",
    "13:69O-1.4(k)": "a suspended account takes no wager, no deposit and no change that would shorten it",
    "13:69O-1.4(n)": "limits of deposits, spending and time; tighter at once, looser when the period ends",
    "13:69O-1.5(a)": "recovery to the state before an outage; integrity at shutdown",
    "13:69O-1.5(b)": "the service checks its own software every 24 hours",
    "13:69O-1.5(c)": "the service checks its own software on demand",
    "13:69O-1.5(d)": "software that fails the check stops play",
    "13:69O-1.8(a)": "everything needed to recreate play and account activity is kept",
    "13:69O-1.8(b)": "it is queried and exported, and never changed",
    "13:69O-1.8(b), ten years": "it is kept for ten years",
    "13:69O-1.8(c)": "a log of accounts made and closed: when, what, who",
    "13:69O-1.8(d)": "an independent copy",
    "13:69O-1.8(e)": "a log of software installed: when, what, who",
    "13:69O-1.8(f)": "a log of changes of game availability: when, what, who",
    "13:69O-1.9(b)": "every report exists, with No Activity where there was none",
    "13:69O-1.9(c)": "reports are exported",
    "13:69O-1.9(d)": "a daily summary of patron accounts",
    "13:69O-1.9(f)": "variances have reasons",
    "58 Pa. 810a.11": "the last games are recalled: time, final display, balance, bet, won, choices, phases",
    "58 Pa. 811a.9": "a report carries title, versions, period, time made, filters, reconciliation",
    "58 Pa. 811a.9, pages": "a report carries the numbers of its pages",
    "13:69E-1.28P(b)": "the layout is that of the live game",
    "13:69E-1.28P(d)": "dealer errors can be rectified: what was paid wrongly is adjusted",
    "13:69E-1.28P(e)": "dealer errors can be rectified: a round is voided",
    "GLI-19 2.5.6": "adjustments need accounts that hold them, and never overwrite",
    "GLI-19 2.5.7": "no balance is negative",
    "GLI-19 2.8.8": "significant events: failed log-ons, large wins, overrides, clock, configuration, meters, "
    "adjustments",
    "GLI-19 4.3.5": "an interrupted game is held and finished",
    "GLI-19 4.16": "an interrupted game that is not finished is voided and refunded",
    "GLI-19 4.9.1": "demonstration play is marked",
    "GLI-19 4.11.1": "demonstration play has the odds of the paid game",
    "GLI-19 A.3.6": "adjustments by two persons with a reason; never overwritten",
    "COMAR 36.05.03.25": "hold outside the 95% interval is looked into",
}

NOT_DONE: Mapping[str, str] = {
    "13:69O-1.8(b), ten years": "nothing is ever deleted from a journal; that its copies last ten years is the "
    "licensee's duty, which no test of a program shows",
}
