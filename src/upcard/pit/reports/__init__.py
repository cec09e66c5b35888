"""Reports of a gaming day: win, drop and hold, meters, patrons' accounts, variances."""
