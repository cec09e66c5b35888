"""The vocabulary of a game: small closed types; no wager is named here."""
