"""Command lines and files made by a grammar, and shipped files with random damage."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.command import ROOT

WEIGHTS = {
    "check": 8,
    "needs": 3,
    "diff": 2,
    "new": 2,
    "cite": 2,
    "wagers": 2,
    "deal": 6,
    "price": 3,
    "strategy": 2,
    "simulate": 3,
    "completion": 1,
    "tables": 1,
    "layout": 3,
    "sign": 2,
    "par": 1,
    "plot": 2,
    "audit": 1,
    "journal": 1,
}
VERBS = tuple(WEIGHTS)
TABLES = sorted(str(path) for path in (ROOT / "tables").rglob("*.toml"))
ROUNDS = sorted(str(path) for path in (ROOT / "tests" / "golden").glob("*.toml"))
WAGERS = ("buster", "In-Between", "push 22", "progressive", "streak", "blackjack", "free bet", "sevens", "insurance")
WORDS = (
    *(
        "",
        " ",
        "-",
        "--",
        "0",
        "-1",
        "1",
        "6",
        "8",
        "9",
        "1e3",
        "1e400",
        "nan",
        "inf",
        "-0.0",
        "1_000",
        "٣",
        "½",
        "0x10",
    ),
    *("10.00", "0.00", "-5.00", "10.005", "1000000000.01", "9" * 30, "9" * 5000, "70%", "101%", "0.7", "true", "false"),
    *(
        "A",
        "c",
        "Z",
        "10-6",
        "A-A",
        "2-3-4-5",
        "2-2-2-2-2-2-2-2-2-2-2",
        "10-10-10",
        "Ah 5c",
        "Ah Ah Ah Ah Ah Ah Ah",
        "Zz",
    ),
    *(
        "decks=8",
        "decks=9",
        "decks",
        "=",
        "=6",
        "a.b.c=1",
        "wager.buster.pay_table=C",
        "layout.width=60 in",
        "layout.spot=1 mm",
        "seats=7",
        "wager=[]",
        "decks=[[[[",
        "x=" + "[" * 3000,
    ),
    *("decks=1-8", "decks=8-1", "dealer_soft_17=stand,draw", "splits=0-4", "game=free bet,blackjack"),
    *("13:69F-2.26(d)", "2.26", "reading 8", "reading 999999999999", "19:47-2.2(a)", "E-1.10", "2.26(((", "N.J.A.C."),
    *("buster=5.00", "in-between=", "=5.00", "3 cards=7 to 1", "7 CARDS=60 to 1", "One match", "x=1 to 0"),
    *(
        "mimic",
        "never-bust",
        "chart",
        "optimum",
        "bash",
        "fish",
        "zsh",
        "sh",
        "19:47",
        "13:69F",
        "2016-01-11",
        "2016-02-30",
        "auto",
        "numpy",
        "\x1b[2J",
        "\u202e",
        "é",
    ),
    *("/dev/null", "/dev/zero", "/dev/full", ".", "/", "no/such/file.toml", "a" * 300, "/proc/self/mem", "/dev/stdin"),
)
OPTIONS = {
    "check": ("--set", "--date", "--report"),
    "needs": ("--set", "--date"),
    "diff": ("--set", "--date", "--law"),
    "new": ("--game", "--wager", "--law", "--date", "-o"),
    "layout": ("-o", "--theme", "--set", "--plan"),
    "sign": ("-o", "--size", "--wager", "--before", "--date", "--set"),
    "par": ("-o", "--verify", "--amount", "--buy-in", "--set"),
    "plot": ("-o", "--wager", "--session", "--bankroll", "--hours", "--players", "--amount", "--buy-in", "--set"),
    "audit": ("--keys", "--checkpoints", "--since", "-q"),
    "journal": ("--keys", "--checkpoints", "--schema", "-o"),
    "cite": ("--tests", "--date", "--search"),
    "wagers": ("--law",),
    "deal": ("--round", "--seed", "--seats", "--transcript", "--set", "--bankroll"),
    "price": (
        *("--decks", "--pay-table", "--pays", "--all", "--sweep", "--removed", "--no-cache", "--rounds", "--amount"),
        *("--meter", "--joint", "--set", "--csv", "--table"),
    ),
    "strategy": ("--decks", "--hand", "--exceptions", "--removed", "--no-cache", "--set"),
    "simulate": (
        *("--seed", "--seats", "--fresh", "--strategy", "--wager", "--no-wagers", "--amount", "--schedule"),
        *("--insurance", "--session", "--bankroll", "--until", "--checkpoint", "--resume", "--workers", "--kernel"),
        *("--details", "--set", "--penetration", "--beyond-limits", "--csv"),
    ),
    "completion": (),
    "tables": ("--csv",),
}
FLAGS = {
    "--tests",
    "--all",
    "--no-cache",
    "--joint",
    "--exceptions",
    "--fresh",
    "--no-wagers",
    "--insurance",
    "--resume",
}
FLAGS |= {"--details", "--json", "--csv", "--beyond-limits", "--table", "--plan", "-q"}
OF_TABLES = ("check", "needs", "diff", "deal", "strategy", "simulate", "layout", "sign", "par", "plot")
SCHEDULE = """name = "Hi-Lo"
[tags]
2 = 1
6 = 1.5
10 = -1
A = -1
[[step]]
[[step]]
from = 1
blackjack = "20.00"
[[step]]
from = 2.5
blackjack = "40.00"
insurance = true
"""
FILES = ("made.svg", "made.pdf", "made.png", "made.xlsx", "made.json", "made.html", "made.csv", "no/made.svg")
PLOTS = ("price", "session", "meter", "strategy", "hold")
OF_JOURNALS = ("create", "upgrade", "info", "keys", "checkpoint", "export", "import", "round", "shoe", "backup")
VALUES = (
    "0",
    "-1",
    "9" * 40,
    '""',
    '"x"',
    "true",
    "[]",
    "{}",
    "[[1]]",
    "1.5",
    "nan",
    "inf",
    "1979-05-27",
    '"10.00"',
    '"1e9"',
    "0x7f",
)


@dataclass(frozen=True)
class Input:
    """One use of the command: its arguments, and what it reads from standard input."""

    arguments: tuple[str, ...]
    typed: bytes = b""


def damaged(random: Random, text: str) -> bytes:
    """Return the text of a file with some damage of one kind or another."""
    lines = text.split("\n")
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        place = random.randrange(len(lines))
        match random.randrange(8):
            case 0:
                del lines[place]
                lines = lines or [""]
            case 1:
                lines.insert(place, random.choice(lines))
            case 2 | 3 if "=" in lines[place]:
                lines[place] = f"{lines[place].split('=')[0]}= {random.choice(VALUES)}"
            case 4:
                lines[place] = lines[place][: random.randrange(len(lines[place]) + 1)]
            case 5:
                lines.insert(place, f"{random.choice(WORDS)[:50]!r} = {random.choice(VALUES)}")
            case 6:
                lines[place] = lines[place].replace(*random.choice((("1", "11"), ("h", "s"), ('"', ""), (".", ","))))
            case _:
                lines[place] = random.choice(WORDS) + lines[place]
    data = bytearray("\n".join(lines).encode("utf-8", "surrogatepass"))
    if data and not random.randrange(10):
        data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data)


class Maker:
    """Makes inputs one after another, reproducibly; files go into a folder."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.random, self.folder = Random(seed), folder
        chart = json.dumps({"chart": {"hard 16": {"10": "stand"}}, "otherwise": {}})
        (folder / "chart.json").write_text(chart, encoding="utf-8")
        os.mkfifo(folder / "pipe")

    def file(self, name: str, data: bytes) -> str:
        path = self.folder / name
        path.write_bytes(data)
        return str(path)

    def word(self) -> str:
        random = self.random
        if not random.randrange(8):
            return str(self.folder / random.choice(("pipe", "chart.json", "kept.npz", "new.toml", "a.db")))
        return random.choice((*WORDS, *WAGERS))

    def table(self) -> str:
        random = self.random
        source = random.choice(TABLES)
        if random.randrange(3):
            return source if random.randrange(4) else Path(source).stem
        return self.file("table.toml", damaged(random, Path(source).read_text(encoding="utf-8")))

    def side_file(self, option: str) -> str | None:
        random = self.random
        if option == "--schedule" and random.randrange(4):
            return self.file("schedule.toml", damaged(random, SCHEDULE))
        if option == "--round" and random.randrange(4):
            source = Path(random.choice(ROUNDS)).read_text(encoding="utf-8")
            text = source.replace("../../tables/", f"{ROOT}/tables/")
            return self.file("round.toml", damaged(random, text) if random.randrange(3) else text.encode())
        if option == "--strategy" and not random.randrange(3):
            return self.file("chart.toml", damaged(random, '[chart]\n"hard 16" = { 10 = "stand" }\n'))
        if option in ("-o", "--report", "--verify") and random.randrange(3):
            return str(self.folder / random.choice(FILES))
        if option == "--before" and random.randrange(3):
            return self.table()
        if option == "--size" and random.randrange(3):
            return random.choice(("table", "rail"))
        if option == "--theme" and random.randrange(3):
            return random.choice(("light", "dark"))
        if option == "--checkpoint" and random.randrange(2):
            return str(self.folder / "kept.npz")
        return None

    def argument(self, verb: str) -> str:
        random = self.random
        if verb in OF_TABLES and random.randrange(8):
            return self.table()
        if verb == "tables" and random.randrange(2):
            return Path(random.choice(TABLES)).stem
        if verb == "price" and random.randrange(2):
            return self.table() if random.randrange(3) else random.choice(WAGERS)
        return self.word()

    def next(self) -> Input:
        """Return the next input; what would take long is kept short."""
        random = self.random
        verb = random.choices(VERBS, tuple(WEIGHTS.values()))[0]
        arguments = [verb, *(self.argument(verb) for _ in range(random.choice((0, 1, 1, 1, 1, 1, 2))))]
        for option in random.sample(OPTIONS[verb], k=min(len(OPTIONS[verb]), random.choice((0, 0, 1, 1, 2, 3)))):
            arguments.append(option)
            if option not in FLAGS and random.randrange(20):
                arguments.append(self.side_file(option) or self.word())
        if verb == "plot" and random.randrange(8):
            arguments.insert(1, random.choice(PLOTS))
        if verb == "journal" and random.randrange(8):
            arguments.insert(1, random.choice(OF_JOURNALS))
        if verb in ("simulate", "par", "plot"):
            arguments += ["--rounds", random.choice(("1", "1000", "3e3"))]
        if not random.randrange(3):
            arguments.append("--json")
        if not random.randrange(30):
            arguments.insert(random.randrange(len(arguments) + 1), self.word())
        keys = [
            random.choice(
                ("", "h", "s", "d", "p", "r", "f", "g", "?", "10", "5.00", "0", "-3", "x", "é", "e", "y", "n")
            )
            for _ in range(40)
        ]
        return Input(tuple(argument for argument in arguments if "\0" not in argument), "\n".join(keys).encode())
