"""What the rules and the engine answer, as tables: the plays of every hand, and what each end of one is paid."""
