"""Any command of the pit, sensible or not."""

from datetime import date

from hypothesis import strategies as st

from tests.law_folders import KEPT
from tests.pit.casino import PATRONS, SHIPPED, table_text
from upcard.game import commands as do
from upcard.game.roles import Role
from upcard.money import LARGEST, Cents
from upcard.pit import commands as pc
from upcard.pit.actors import read_actor
from upcard.pit.compliance import doubts_on
from upcard.pit.limits import LimitKind, LimitPeriod
from upcard.rules.enums import Play

NAMES = (*PATRONS, "Sam", "Sue", "", "a/b", "T1")
TABLES = st.sampled_from(("T1", "T1", "T2", "T3", "", "north"))
PEOPLE = st.sampled_from((*PATRONS, *PATRONS, *NAMES))
SEATS = st.sampled_from((1, 1, 2, 2, 3, 3, 0, -1, 4, 7, 99))
AMOUNTS = st.sampled_from((1000, 2500, 5000, 100, 1, 0, -1, 10**6, LARGEST, LARGEST + 1)).map(Cents)
TEXTS = st.sampled_from(("because", "bank 1", "", " ", "x" * 501, "line\nbreak", "Zoë ♠"))
WAGERS = st.sampled_from(("blackjack", "progressive", "insurance", "buster", "", "wager"))
SPOTS = st.lists(AMOUNTS, max_size=3).map(tuple)
NUMBERS = st.integers(-1, 4)
COUNTS = st.sampled_from((1, 2, 3, 0, -1, 1000, 1001))
ROLES = st.sampled_from(Role)
DAYS = st.sampled_from((None, 0, 1, 3, -1, 10**9))
PERIODS = st.sampled_from(LimitPeriod)
TIMES = st.sampled_from(("", "soon", "2026-07-01T12:00:30.000000Z", "2026-07-09T12:00:00.000000Z", "2030-01-01"))
KINDS = st.sampled_from(("LoggedOn", "LoggedOff", "SessionEnded", "PersonLocked", ""))
FINGERPRINTS = st.sampled_from(("0" * 64, "1" * 64, "short"))
DOUBTS = tuple(doubts_on("T1", table_text(SHIPPED[0]), date(2026, 7, 1)))  # about the first of the tables tried
ACCOUNTS = st.sampled_from(
    ("house", "wallet Ann", "wallet Bob", "rack T1", "drop T1", "stack T1/1", "variance T1", "meter T1/progressive", "")
)
ACTORS = st.one_of(
    st.sampled_from([f"patron {patron}" for patron in PATRONS]),
    st.sampled_from(("dealer Dee", "supervisor Sam", "supervisor Sue", "administrator Ada", "clock", "system")),
    st.builds("{} {}".format, st.sampled_from([role.value for role in Role]), PEOPLE).filter(
        lambda text: read_actor(text) is not None
    ),
)

ACTIONS = st.one_of(
    st.builds(do.OpenTable),
    st.builds(do.CloseTable),
    st.builds(do.PlaceWager, SEATS, WAGERS, SPOTS, st.sampled_from((None, 0, 3)), coupon=AMOUNTS),
    st.builds(do.WithdrawWager, SEATS, WAGERS),
    st.builds(do.CloseBetting),
    st.builds(do.Insure, SEATS, SPOTS),
    st.builds(do.TakeEvenMoney, SEATS),
    st.builds(do.CloseInsurance),
    st.builds(do.CloseSurrender),
    st.builds(do.Decide, SEATS, st.sampled_from(list(Play)), st.none() | SPOTS),
    st.builds(do.ValidatePayout, SEATS, WAGERS),
    st.builds(do.CompleteDocuments, SEATS, WAGERS),
    st.builds(do.VoidRound, ACTORS | st.just("nobody"), TEXTS),
)

COMMANDS: st.SearchStrategy[pc.PitCommand] = st.one_of(
    st.builds(pc.OpenHouse, TEXTS, st.sampled_from(("06:00", "noon")), st.sampled_from(("UTC", "Mars"))),
    st.builds(
        pc.InstallTable,
        TABLES,
        st.sampled_from((*(table_text(name) for name in SHIPPED[:3]), "", "decks = 99")),
        st.sampled_from((None, "north", "T1", "")),
    ),
    st.builds(pc.StateLawFolder, st.sampled_from(("", KEPT, "{}", "no folder"))),
    st.builds(
        pc.AcceptFindings,
        TABLES,
        st.lists(st.sampled_from((*DOUBTS, "", "0" * 16)), max_size=3).map(tuple),
        TEXTS,
        st.sampled_from(("", "2026-07-01", "2030-01-01", "2020-01-01", "soon")),
    ),
    st.builds(pc.WithdrawAcceptance, TABLES, NUMBERS, TEXTS),
    st.builds(pc.MakeAccount, PEOPLE, st.lists(ROLES, max_size=2).map(tuple), st.booleans()),
    st.builds(pc.GrantRole, PEOPLE, ROLES),
    st.builds(pc.RemoveRole, PEOPLE, ROLES),
    st.builds(pc.CloseAccount, PEOPLE),
    st.builds(pc.DepositPlayMoney, PEOPLE, AMOUNTS),
    st.builds(pc.Deposit, PEOPLE, AMOUNTS, TEXTS),
    st.builds(pc.Withdraw, PEOPLE, AMOUNTS, TEXTS),
    st.builds(pc.SetLimit, PEOPLE, st.sampled_from(LimitKind), PERIODS, st.none() | AMOUNTS),
    st.builds(pc.SetTimeLimit, PEOPLE, PERIODS, st.sampled_from((None, -1, 0, 1, 60, 10**6))),
    st.builds(pc.Suspend, PEOPLE, DAYS),
    st.builds(pc.Exclude, PEOPLE, DAYS),
    st.builds(pc.Reinstate, PEOPLE),
    st.builds(pc.RecordPerson, KINDS, PEOPLE, PEOPLE, TEXTS, TEXTS, TIMES),
    st.builds(pc.RecordSoftware, st.sampled_from(("0.1.0", "0.2.0", "")), FINGERPRINTS),
    st.builds(pc.AcceptSoftware, FINGERPRINTS, TEXTS),
    st.builds(pc.RecordCheckpoint, NUMBERS, FINGERPRINTS),
    st.builds(pc.RestoreJournal, NUMBERS, NUMBERS, TEXTS),
    st.builds(pc.SetLargeWin, AMOUNTS),
    st.builds(pc.FillRack, TABLES, AMOUNTS),
    st.builds(pc.InstructFills, TABLES, AMOUNTS, AMOUNTS),
    st.builds(pc.CreditRack, TABLES, AMOUNTS),
    st.builds(pc.CountRack, TABLES, AMOUNTS, TEXTS),
    st.builds(pc.CountDrop, TABLES, AMOUNTS, TEXTS),
    st.builds(pc.ProposeAdjustment, ACCOUNTS, ACCOUNTS, AMOUNTS, TEXTS),
    st.builds(pc.ApproveAdjustment, NUMBERS),
    st.builds(pc.RejectAdjustment, NUMBERS, TEXTS),
    st.builds(pc.BuyIn, PEOPLE, TABLES, SEATS, AMOUNTS),
    st.builds(pc.CashOut, PEOPLE, TABLES, SEATS),
    st.builds(pc.IssueCoupons, PEOPLE, AMOUNTS, COUNTS, TEXTS),
    st.builds(pc.CancelCoupons, PEOPLE, AMOUNTS, COUNTS, TEXTS),
    st.builds(pc.ConfirmSpokenWager, TABLES, SEATS, WAGERS, AMOUNTS, st.sampled_from((None, 3))),
    st.builds(pc.DeclareReady, TABLES, SEATS),
    st.builds(pc.ReturnSpokenWager, TABLES, SEATS, WAGERS, st.sampled_from((None, 3))),
    st.builds(pc.AtTable, TABLES, ACTIONS),
    st.builds(pc.PressBonusButton, TABLES, SEATS, WAGERS),
    st.builds(pc.SealShoe, TABLES),
    st.builds(
        pc.CutShoe, TABLES, SEATS, st.sampled_from((-1, 9, 10, 50, 400, None)), st.lists(SEATS, max_size=2).map(tuple)
    ),
    st.builds(pc.DiscloseShoe, TABLES, NUMBERS),
    st.builds(pc.AbandonShoe, TABLES, NUMBERS, TEXTS),
)
