"""The arguments and the help of `upcard serve`."""

from argparse import ArgumentParser

SERVE = """Run tables for people over HTTP; docs/operations.md says what is promised.

The first start makes a data folder: a journal, keys, a link by which the administrator sets a password, and unless
--no-demo tables that come with upcard and patrons with play money. It listens on this machine only, unless --host says
otherwise: put a proxy with TLS in front of it then. Ctrl-C stops it; rounds in play go on at the next start.
Exit code 0: stopped; 2: misuse, a folder in use, an address that is taken.

  upcard serve                                   the folder ~/.local/share/upcard, http://127.0.0.1:8021
  upcard serve --data FOLDER --port 8080         another folder, another port
  upcard serve --database postgresql://HOST/DB   journal and people in PostgreSQL; keys stay in the folder"""


def add_serve(serve: ArgumentParser) -> None:
    """Add the arguments of `upcard serve`."""
    serve.add_argument("--data", metavar="FOLDER", help="the data folder (~/.local/share/upcard)")
    serve.add_argument("--database", metavar="URL", help="journal and people in this PostgreSQL database (files)")
    serve.add_argument("--host", default="127.0.0.1", metavar="HOST", help="listen on this address (127.0.0.1)")
    serve.add_argument("--port", type=int, default=8021, metavar="PORT", help="listen on this port; 0: any (8021)")
    serve.add_argument("--no-demo", action="store_true", help="make no tables and patrons at the first start")
