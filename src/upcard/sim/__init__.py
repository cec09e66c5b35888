"""Monte Carlo: billions of rounds, dealt and settled by tables that are built from the definitions."""
