"""What an analyst asks of a table: the price of every wager, and the best play."""

from upcard.analysis.blackjack import BlackjackPrice, analyse
from upcard.analysis.pricing import Prices, WagerPrice, price

__all__ = ["BlackjackPrice", "Prices", "WagerPrice", "analyse", "price"]
