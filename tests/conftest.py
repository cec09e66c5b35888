"""Settings of the tests: a loaded machine is no failure, and the same commit passes or fails each time."""

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.tables import TODAY
from upcard.api import days

# make test-search looks for new examples; make test tries the same ones each time.
settings.register_profile(
    "upcard",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not os.environ.get("UPCARD_SEARCH"),
)
settings.load_profile("upcard")

os.environ["UPCARD_CACHE"] = ""  # no test takes an answer kept by another run, and none leaves one behind
os.environ["COLUMNS"] = "80"  # documents and transcripts have this width, whatever the terminal has


@pytest.fixture(scope="session", autouse=True)
def today() -> Iterator[None]:
    """Answer for one day, where neither the file nor the command names another, on whatever day the tests run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(days, "today", lambda: TODAY)
        yield


def pytest_collection_finish() -> None:
    """Leave the thousands of tests that were collected out of the search for garbage, and search less often.

    Going through them again and again took a seventh of the processor time. What is in no use is still freed.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
