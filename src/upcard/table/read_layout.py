"""Read the measures of a layout: every problem at once."""

from upcard.table import value_readers
from upcard.table.keys import Keys
from upcard.table.layout_measures import MEASURES, FeltColor, LayoutMeasures, length, length_between


def read_layout(keys: Keys) -> LayoutMeasures:
    """Read the keys under [layout]."""
    stated = Keys(keys.take("layout", value_readers.keyed, {}), (*keys.at, "layout"), keys.problems)
    lengths = {key: stated.take(key, length_between(of), length(of.default)) for key, of in MEASURES.items()}
    felt = stated.take("felt", value_readers.one_of(FeltColor), FeltColor.GREEN)
    stated.report_unknown_keys()
    half = lengths["width"] / 2
    if "radius" not in stated.raw:
        lengths["radius"] = max(lengths["radius"], half)
    elif lengths["radius"] < half:
        stated.problem("must be at least half the width of the felt", "radius")
    if lengths["spot"] < lengths["chip"]:
        stated.problem("must be at least the diameter of a chip", "spot" if "spot" in stated.raw else "chip")
    return LayoutMeasures(**lengths, felt=felt)
