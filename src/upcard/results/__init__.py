"""What an analyst asks of a table: the price of every wager, and the best play."""

from upcard.results.blackjack import BlackjackPrice, analyse
from upcard.results.prices import Prices, WagerPrice, price

__all__ = ["BlackjackPrice", "Prices", "WagerPrice", "analyse", "price"]
