"""A sample of `make test-service`: no request leads to an error of the server, or to an undocumented answer."""

from pathlib import Path

import pytest
from fastapi import HTTPException
from schemathesis.core.failures import FailureGroup

from tests.web.fuzzing import fuzz, fuzz_operation, fuzzing


def test_every_answer_is_documented_and_none_is_an_error_of_the_server(folder: Path) -> None:
    answered = fuzz(folder, 6, search=False)
    assert {200, 401, 403, 422} <= set(answered)


@pytest.mark.parametrize("status", [418, 500])
def test_an_answer_that_is_not_documented_is_found(folder: Path, status: int) -> None:
    with fuzzing(folder) as service:

        @service.whole.app.get("/api/v1/broken")
        async def broken() -> None:
            raise HTTPException(status)

        (operation,) = [each for each in service.operations() if each.path == "/api/v1/broken"]
        with pytest.raises(FailureGroup):
            fuzz_operation(service, operation, examples=2, search=False)
