"""The arguments and the help of `upcard serve`."""

from argparse import ArgumentParser

from upcard.cli.shared_arguments import add_law

SERVE = """Serve tables to people over HTTP; docs/operations.md says what you can rely on.

The first start creates a data folder with a journal, keys, and a one-time link for the administrator to set a password.
Without --no-demo this new house is a demonstration: it has the tables that come with upcard and patrons with play
money. No other house ever gets any of that. The server accepts connections from this machine only. To change that with
--host, use a certificate, or put a TLS proxy in front and name it with --proxy. Ctrl-C stops it; rounds in play
continue at the next start, or end before the stop with --finish-rounds. With --law, tables are installed and checked by
the licensee's law folder, which the journal keeps; a table installed before stays checked as it was until it is
installed again.
Exit code 0: stopped; 2: misuse, data folder in use, or address in use.

  upcard serve                                   folder ~/.local/share/upcard, http://127.0.0.1:8021
  upcard serve --browser                         the same, and open it in the browser, as make run does
  upcard serve --data FOLDER --port 8080         another folder and port
  upcard serve --database postgresql://HOST/DB   journal and people in PostgreSQL; keys stay in the folder
  upcard serve --host 0.0.0.0 --certificate chain.pem --key key.pem   TLS, reachable from other machines
  upcard serve --log-level info --log-format json   log each request as a line of JSON on standard error"""


def add_serve(serve: ArgumentParser) -> None:
    """Add the arguments of `upcard serve`."""
    serve.add_argument("--data", metavar="FOLDER", help="data folder (~/.local/share/upcard)")
    serve.add_argument("--database", metavar="URL", help="keep journal and people in this PostgreSQL database (files)")
    serve.add_argument("--host", default="127.0.0.1", metavar="HOST", help="listen on this address (127.0.0.1)")
    serve.add_argument(
        "--port", type=int, default=8021, metavar="PORT", help="listen on this port; 0 for any free port (8021)"
    )
    add_law(serve)
    serve.add_argument(
        "--browser",
        action="store_true",
        help="open the tables in the browser; if the port is in use, try the next one",
    )
    serve.add_argument("--no-demo", action="store_true", help="a new house is empty: no demo tables, no demo patrons")
    serve.add_argument("--certificate", metavar="FILE", help="serve TLS with this certificate and its chain (PEM)")
    serve.add_argument("--key", metavar="FILE", help="key of the certificate, if in a separate file (PEM)")
    serve.add_argument(
        "--proxy", action="append", metavar="ADDRESS", help="trust forwarded headers from this proxy; repeatable"
    )
    serve.add_argument(
        "--rate",
        type=int,
        default=20,
        metavar="N",
        help="requests per second per person; bursts of five times as many (20)",
    )
    serve.add_argument("--connections", type=int, default=2000, metavar="N", help="limit on open connections (2000)")
    serve.add_argument(
        "--finish-rounds",
        type=int,
        default=0,
        metavar="SECONDS",
        help="when stopping, wait this long for rounds in play to end (0: leave them for the next start)",
    )
    serve.add_argument("--metrics-token", metavar="FILE", help="file with a token that gives access to the metrics")
    serve.add_argument(
        "--log-format", choices=["json", "console"], help="format of log lines (console on a terminal, else json)"
    )
    serve.add_argument(
        "--log-level",
        choices=["debug", "info", "warning", "error"],
        default="warning",
        help="lowest level logged; info includes every request (warning)",
    )
