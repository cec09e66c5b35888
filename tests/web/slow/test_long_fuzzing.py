"""A thousand requests of each kind to every operation: `make test-service`."""

from pathlib import Path

from tests.web.fuzzing import fuzz


def test_every_answer_is_documented_and_none_is_an_error_of_the_server(folder: Path) -> None:
    answered = fuzz(folder, 1000, search=True)
    assert {200, 401, 403, 404, 409, 422} <= set(answered)
