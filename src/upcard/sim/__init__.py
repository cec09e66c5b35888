"""Monte Carlo: rounds by the billion, dealt and settled from tables made of the definitions."""
