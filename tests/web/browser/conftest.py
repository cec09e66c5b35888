"""Chromium, started once for a file of tests; after each test its pages close, and none may have had a problem."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.browser.player import PROBLEMS
from tests.web.browser.served import chromium


@pytest.fixture(scope="module")
def chromium_process() -> Iterator[Browser]:
    with chromium() as each:
        yield each


@pytest.fixture
def browser(chromium_process: Browser) -> Iterator[Browser]:
    PROBLEMS.clear()
    yield chromium_process
    for context in chromium_process.contexts:
        context.close()
    assert PROBLEMS == []
