"""What every table of the tests pays at every end, against every dealer's hand."""

from tests.exact.test_payoffs import check_nets, every_table


@every_table
def test_every_end_of_a_hand_is_paid_as_the_engine_pays_it(name: str) -> None:
    check_nets(name, every_dealer=True)
