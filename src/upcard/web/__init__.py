"""The service over HTTP: routes, limits and answers; it contains no rule of the game."""
