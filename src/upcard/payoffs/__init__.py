"""The answers of the rules and the engine as tables: the plays of every hand, and the net result of each end."""
