"""The source archive and the wheel without kernels: complete, installed, and used."""

import re
import subprocess
import tarfile
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

import upcard
from tests.command import ROOT
from tests.distribution.building import build, copied, environment, plain_environment
from tests.distribution.readme import readme_steps, run_readme

SOURCE = ROOT / "src" / "upcard"
SAMPLE = (
    *("Installing", "Checking a table", "Ruling on a round", "In print", "A journal that can be audited"),
    *("Verdicts", "More"),
)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", copied(tmp_path_factory.mktemp("source")), tmp_path_factory.mktemp("archive"))


@pytest.fixture(scope="module")
def wheel(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", archive, tmp_path_factory.mktemp("wheel"), UPCARD_PURE="1")


@pytest.fixture(scope="module")
def files(wheel: Path) -> set[str]:
    return set(zipfile.ZipFile(wheel).namelist())


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("installed") / "venv", wheel).parent / "upcard"


def of_package(*patterns: str) -> set[str]:
    return {str(path.relative_to(SOURCE.parent)) for pattern in patterns for path in SOURCE.rglob(pattern)}


def test_the_archive_holds_all_that_a_wheel_is_built_from_and_no_tests(archive: Path) -> None:
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    sources = of_package("*.py", "*.pyi", "*.c", "*.h", "*.toml", "*.json", "*.txt", "*.typ", "*.otf", "py.typed")
    made = (".so", "_constants.h")  # by the build
    assert {f"src/{name}" for name in sources if not name.endswith(made)} <= names
    assert {"LICENSE", "README.md", "CITATION.cff", "pyproject.toml", "docs/upcard.1"} <= names
    assert {"setup.py", "build_kernels.py"} <= names
    assert [name for name in names if name.startswith(("tests", "benchmarks")) or name.endswith(made)] == []


def test_the_wheel_holds_the_package_its_tables_and_its_law(files: set[str]) -> None:
    package = {name for name in files if name.startswith("upcard/")}
    served = [file for folder in ("static", "templates") for file in (SOURCE / "web" / folder).rglob("*.*")]
    pages = {str(file.relative_to(SOURCE.parent)) for file in served if "__pycache__" not in file.parts}
    data = {"upcard/py.typed", *of_package("*.pyi", "*.json", "*.txt", "*.typ", "*.otf"), *pages}
    tables = {str(path.relative_to(SOURCE.parent)) for path in (SOURCE / "tables").glob("*.toml")}
    law = {str(path.relative_to(SOURCE.parent)) for path in (SOURCE / "law").rglob("*.toml")}
    assert len(tables) > 20
    assert package == of_package("*.py") | data | tables | law
    others = {name.partition("/")[2] for name in files - package}
    assert {"licenses/LICENSE", "METADATA", "data/share/man/man1/upcard.1"} <= others
    assert {name.partition("/")[0] for name in files - package} == {
        f"upcard-{upcard.__version__}.{kind}" for kind in ("dist-info", "data")
    }


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    assert wheel.name == f"upcard-{upcard.__version__}-py3-none-any.whl"
    stated = metadata(wheel)
    assert stated["Version"] == upcard.__version__
    assert (stated["License-Expression"], stated["License-File"]) == ("Apache-2.0", "LICENSE")
    assert stated["Author"] == "upcard contributors"
    assert stated["Requires-Python"] == ">=3.11"
    assert "Typing :: Typed" in (stated.get_all("Classifier") or ())
    license_text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert (
        zipfile.ZipFile(wheel).read(f"upcard-{upcard.__version__}.dist-info/licenses/LICENSE").decode() == license_text
    )
    assert "Apache License\n                           Version 2.0, January 2004" in license_text


def test_the_extras_bring_what_the_documents_say(wheel: Path) -> None:
    stated = metadata(wheel)
    required = stated.get_all("Requires-Dist") or []

    def brought_by(extra: str) -> set[str]:
        wanted = [line.partition(";")[0].strip() for line in required if f'extra == "{extra}"' in line]
        nested = [name for line in wanted if line.startswith("upcard[") for name in line[7:-1].split(",")]
        packages = {re.split(r"[\[<>= ]", line)[0] for line in wanted if not line.startswith("upcard[")}
        return packages.union(*map(brought_by, nested))

    assert "pyarrow" in brought_by("arrow")  # pandas.DataFrame.from_arrow(result) needs it
    every = set(stated.get_all("Provides-Extra") or ()) - {"all"}
    assert brought_by("all") == set().union(*map(brought_by, every))


def metadata(wheel: Path) -> Message:
    name = f"upcard-{upcard.__version__}.dist-info/METADATA"
    return Parser().parsestr(zipfile.ZipFile(wheel).read(name).decode())


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (("--version",), f"upcard {upcard.__version__}\n"),
        (("tables",), "free-bet  (free bet; push 22)\n"),
        (("check", "in-between"), "in-between: BJ-101 is not shown to be lawful under 13:69F"),
        (("cite", "2.26(d)"), "13:69F-2.26(d)  In-between wager and the rank of cards\n"),
    ],
)
def test_the_installed_command_reads_its_own_tables_and_law(
    installed: Path, arguments: tuple[str, ...], printed: str, tmp_path: Path
) -> None:
    done = subprocess.run([installed, *arguments], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert printed in done.stdout


def test_the_installed_package_is_the_wheels(installed: Path, tmp_path: Path) -> None:
    program = "import upcard; print(upcard.__file__); import upcard.sim.run as run; print(run.is_compiled())"
    python = installed.with_name("python")
    done = subprocess.run([python, "-I", "-c", program], cwd=tmp_path, capture_output=True, text=True)
    file, compiled = done.stdout.split()
    assert Path(file).is_relative_to(installed.parent.parent)
    assert compiled == "False"


def test_commands_of_the_readme_run_in_an_empty_folder_after_a_plain_install(wheel: Path, tmp_path: Path) -> None:
    """A sample: `make test-wheels` runs them all."""
    steps = [step for step in readme_steps() if step.section in SAMPLE and step.kind != "python"]
    assert len(steps) > 15
    (tmp_path / "empty").mkdir()
    python = plain_environment(tmp_path / "venv", wheel)
    refused = run_readme(steps, python.parent, tmp_path / "empty", is_plain=True)
    assert [command.split()[1] for command in refused] == [
        "layout",
        "layout",
        "sign",
        "sign",
        "check",
        "journal",
        "audit",
    ]
