"""The service: people with rights, and what runs for them; it knows no HTTP and no rule of the game."""
