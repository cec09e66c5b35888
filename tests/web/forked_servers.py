"""Starts servers quickly: `upcard serve` in forks of a process that has imported everything, and has no thread.

A line of JSON on its input starts one: its words, the file with the seconds by which its clock goes wrong, and the size
that no file of it may exceed. `{"wait": 123}` answers with the exit code of one that has ended.
"""

import json
import os
import resource
import sys
import traceback
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import upcard.cli
import upcard.cli.serve
import upcard.service.casino_service
import upcard.web.serving
from tests.service.making import QUICK

LOADED = (upcard.cli.serve, upcard.web.serving)  # before the first fork


def serve(words: list[str], clock: str, limit: int | None) -> None:
    """Run a server in this process."""
    if limit is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

    def now() -> datetime:
        return datetime.now(UTC) + timedelta(seconds=float(Path(clock).read_text(encoding="utf-8")))

    house: Any = upcard.service.casino_service
    house.ServiceSettings = partial(house.ServiceSettings, clock=now, hashing=QUICK)
    sys.argv = ["upcard", "serve", "--json", "--port", "0", *words]
    upcard.cli.main()


def main() -> None:
    """Fork until there are no more lines."""
    for line in sys.stdin:
        order = json.loads(line)
        if "wait" in order:
            _, status = os.waitpid(order["wait"], 0)
            print(json.dumps({"code": os.waitstatus_to_exitcode(status)}), flush=True)
            continue
        child = os.fork()
        if child == 0:
            code = 70
            try:
                serve(order["words"], order["clock"], order["limit"])
            except SystemExit as ended:
                code = int(ended.code or 0)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(code)
        print(json.dumps({"process": child}), flush=True)


if __name__ == "__main__":
    main()
