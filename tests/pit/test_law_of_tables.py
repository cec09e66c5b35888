"""By which law a table is installed and checked: the folder stated last, as the journal has it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.law_folders import ADOPTED, DEARER, ODDS, PAYS_LESS, kept_content, law_folder
from tests.pit.casino import ADMINISTRATOR, COMPLIANCE, SUPERVISOR, Casino, casino, check, pit_table, table_text
from upcard.game import commands as do
from upcard.pit import commands as pc
from upcard.pit import events as pv
from upcard.pit.compliance import AcceptanceState, doubts_on, findings_on, fingerprint_of, state_of
from upcard.pit.limits import Moment
from upcard.pit.streams import moment_of
from upcard.store.clock import time_text
from upcard.table import Status, status_of
from upcard.table.law_folder import read_law_folder

BUSTER = table_text("buster")


@pytest.fixture
def house(folder: Path) -> Iterator[Casino]:
    """A house without tables; everything is decided again the same."""
    with casino(folder) as built:
        built.done(ADMINISTRATOR, pc.OpenHouse("Boardwalk Demo Casino"))
        yield built
        check(built)


def now(house: Casino) -> Moment:
    return moment_of(house.ledger.states, time_text(house._time))


def install(house: Casino, text: str = BUSTER) -> tuple[object, ...]:
    return house.done(ADMINISTRATOR, pc.InstallTable("T1", text)).events


def test_install_and_opening_record_the_folder_and_its_fingerprint(house: Casino, folder: Path) -> None:
    law = kept_content(folder)
    house.done("system", pc.StateLawFolder(law))
    stated, _, checked, by = install(house)
    assert stated == pv.TableLawStated("T1", law, fingerprint_of(law))
    assert isinstance(checked, pv.TableChecked)
    assert (checked.status, checked.acceptances) == (Status.LAWFUL, ())
    assert by == pv.CheckedByLawFolder("T1", fingerprint_of(law))
    assert by in house.at("T1", do.OpenTable()).events


def test_without_a_folder_nothing_else_is_recorded(house: Casino) -> None:
    assert [type(event) for event in install(house)] == [pv.TableInstalled, pv.TableChecked]


def test_a_table_stays_under_its_folder_until_it_is_installed_again(house: Casino, folder: Path) -> None:
    law = kept_content(folder)
    house.done("system", pc.StateLawFolder(law))
    install(house)
    house.done("system", pc.StateLawFolder(""))
    house.at("T1", do.OpenTable())
    house.at("T1", do.CloseTable())
    assert pv.TableLawStated("T1", "", "") in install(house)
    assert house.refused(SUPERVISOR, pc.AtTable("T1", do.OpenTable()))
    assert install(house)[0] != pv.TableLawStated("T1", "", "")  # it is said where it changes


def test_an_acceptance_under_one_law_does_not_count_under_another(house: Casino, folder: Path) -> None:
    install(house)
    house.accept("T1")
    house.at("T1", do.OpenTable())
    house.at("T1", do.CloseTable())
    house.done("system", pc.StateLawFolder(kept_content(folder)))
    install(house)
    table = pit_table(house.ledger.states, "T1")
    state = state_of(table.acceptances[1], table.file, now(house).calendar_day, table.law)
    assert state is AcceptanceState.OTHER_FILE


def test_the_same_file_has_other_findings_by_another_folder(folder: Path, house: Casino) -> None:
    day, kept = now(house).calendar_day, kept_content(folder / "one")
    dearer = read_law_folder(law_folder(folder / "other", ADOPTED + ODDS, buster=DEARER)).content
    statuses = [status_of(findings_on("T1", BUSTER, day, law)) for law in ("", kept, dearer)]
    assert statuses == [Status.NOT_SHOWN, Status.LAWFUL, Status.UNLAWFUL]
    assert [bool(doubts_on("T1", BUSTER, day, law)) for law in ("", kept, dearer)] == [True, False, False]


def test_a_pay_table_that_only_the_folder_has_is_installed_by_it(house: Casino, folder: Path) -> None:
    text = BUSTER.replace('pay_table = "A"', 'pay_table = "Z"')
    assert house.refused(ADMINISTRATOR, pc.InstallTable("T1", text))
    folder_of = law_folder(folder, ADOPTED + ODDS, buster=PAYS_LESS.replace("pay_tables.A", "pay_tables.Z"))
    house.done("system", pc.StateLawFolder(read_law_folder(folder_of).content))
    install(house, text)
    assert pit_table(house.ledger.states, "T1").state.felt.config.law_folder == read_law_folder(folder_of)


@pytest.mark.parametrize("content", ["no folder", "[]", '{"orders.toml":{"order":[{"name":"x"}]}}'])
def test_what_is_no_law_folder_is_refused(house: Casino, content: str) -> None:
    assert any("the law folder cannot be read" in each for each in house.refused("system", pc.StateLawFolder(content)))


def test_the_same_folder_is_not_stated_twice_and_people_do_not_state_it(house: Casino, folder: Path) -> None:
    assert house.refused("system", pc.StateLawFolder("")) == ["tables are already installed by this law folder"]
    for actor in (ADMINISTRATOR, COMPLIANCE, SUPERVISOR):
        command = pc.StateLawFolder(kept_content(folder))
        assert any(" is for " in reason for reason in house.refused(actor, command))
