"""The Readings that move money at a table, as JSON."""

from typing import Any

from upcard.table import ReadingFollowed


def reading_json(followed: ReadingFollowed) -> dict[str, Any]:
    """Return a Reading that moves money at a table as JSON values."""
    return {
        "reading": followed.reading.number,
        "switch": followed.switch,
        "chosen": followed.chosen,
        "others": list(followed.others),
    }
