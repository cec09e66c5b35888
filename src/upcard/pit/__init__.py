"""The pit of a licensee: wallets, seats, racks, meters, shoes and rounds, decided on a journal."""
