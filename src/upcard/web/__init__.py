"""The service over HTTP: routes, limits and answers; no rule of the game stands here."""
