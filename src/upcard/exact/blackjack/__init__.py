"""The blackjack wager: its best play and its value, by combinatorial analysis without replacement."""
