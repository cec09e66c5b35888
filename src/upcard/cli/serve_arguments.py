"""The arguments and the help of `upcard serve`."""

from argparse import ArgumentParser

SERVE = """Run tables for people over HTTP; docs/operations.md says what is promised.

The first start makes a data folder: a journal, keys, a link by which the administrator sets a password, and unless
--no-demo tables that come with upcard and patrons with play money. It listens on this machine only, unless --host says
otherwise: give it a certificate then, or put a proxy with TLS in front of it and name that with --proxy. Ctrl-C stops
it; rounds in play go on at the next start, or end before the stop with --finish-rounds.
Exit code 0: stopped; 2: misuse, a folder in use, an address that is taken.

  upcard serve                                   the folder ~/.local/share/upcard, http://127.0.0.1:8021
  upcard serve --browser                         the same, and open it in the browser; make run does this
  upcard serve --data FOLDER --port 8080         another folder, another port
  upcard serve --database postgresql://HOST/DB   journal and people in PostgreSQL; keys stay in the folder
  upcard serve --host 0.0.0.0 --certificate chain.pem --key key.pem   TLS, reachable from elsewhere
  upcard serve --log-level info --log-format json   a line of JSON for each request, on standard error"""


def add_serve(serve: ArgumentParser) -> None:
    """Add the arguments of `upcard serve`."""
    serve.add_argument("--data", metavar="FOLDER", help="the data folder (~/.local/share/upcard)")
    serve.add_argument("--database", metavar="URL", help="journal and people in this PostgreSQL database (files)")
    serve.add_argument("--host", default="127.0.0.1", metavar="HOST", help="listen on this address (127.0.0.1)")
    serve.add_argument("--port", type=int, default=8021, metavar="PORT", help="listen on this port; 0: any (8021)")
    serve.add_argument(
        "--browser",
        action="store_true",
        help="open the tables in the browser; where the port is taken, use the next one",
    )
    serve.add_argument("--no-demo", action="store_true", help="make no tables and patrons at the first start")
    serve.add_argument("--certificate", metavar="FILE", help="serve TLS with this certificate and its chain (PEM)")
    serve.add_argument("--key", metavar="FILE", help="the key of the certificate, if it is in another file (PEM)")
    serve.add_argument(
        "--proxy", action="append", metavar="ADDRESS", help="believe forwarded headers of this proxy; more than once"
    )
    serve.add_argument(
        "--rate",
        type=int,
        default=20,
        metavar="N",
        help="requests a second of a person, five times as many at once (20)",
    )
    serve.add_argument("--connections", type=int, default=2000, metavar="N", help="open connections at most (2000)")
    serve.add_argument(
        "--finish-rounds",
        type=int,
        default=0,
        metavar="SECONDS",
        help="at a stop, begin no more rounds and wait for those in play (0: they are held)",
    )
    serve.add_argument(
        "--metrics-token", metavar="FILE", help="whoever sends the token in this file may read the metrics"
    )
    serve.add_argument(
        "--log-format", choices=["json", "console"], help="lines of the log (console on a terminal, else json)"
    )
    serve.add_argument(
        "--log-level",
        choices=["debug", "info", "warning", "error"],
        default="warning",
        help="what is logged; info: every request (warning)",
    )
