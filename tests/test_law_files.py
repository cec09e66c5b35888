"""The law's files are read as tomllib reads them, whichever way their lines are written."""

import tomllib

import pytest

from upcard.law.files import HERE, law_files, read_toml


def test_every_file_of_the_law_is_read_as_tomllib_reads_it() -> None:
    files = {path.relative_to(HERE).as_posix(): path.read_text(encoding="utf-8") for path in HERE.rglob("*.toml")}
    assert law_files() == {name: tomllib.loads(text) for name, text in files.items()}
    assert list(law_files()) == sorted(files)  # the order of the sections


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing",
        'rule = "a = b, [c] # d"',
        r'rule = "\"No more bets\", \u00e9 \\"',
        "number = 12\nmany = [1, 2]\nnone = []\nis = true",
        "number = 1_000\nday = 2016-02-01",
        "rule = 'literal \\ text'",
        'rule = """\nof two\nlines"""',
        'many = [\n  "one",\n  "two",\n]',
        'rule = "one"  # a remark',
        'also = { "(g)" = "other" }',
        '"quoted key" = 1\nbare-key = 2\ndotted.key = 3',
        "[[row]]\nnumber = 1\n\n[[row]]\nnumber = 2\n[[other]]\n[[row]]",
        'title = "of all"\n[[row]]\nmany = [\n 1,\n]\n[[row]]\nnumber = 2',
        "[[row]]\nnumber = 1\n[row.part]\nnumber = 2\n[[row]]\nnumber = 3",
        "[[row]]\nnumber = 1\n  [[row.parts]]\n  number = 2\n[table]\nnumber = 3",
        "[table]\nnumber = 1\n[[row]]\nnumber = 2",
        "many = [\n[1, 2],\n[3],\n]",
    ],
)
def test_lines_are_read_as_tomllib_reads_them(text: str) -> None:
    assert read_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "number = 1\nnumber = 2",
        "number",
        "number = null",
        "number =",
        "= 1",
        "number = 1, 2",
        "number = NaN",
        'rule = {"a": 1}',
        'rule = "open',
        "many = [1, null]",
        "many = [{}, 1] 2",
        "row = 1\n[[row]]\nnumber = 1",
        "[[row]]\nnumber = 1\nnumber = 2",
    ],
)
def test_what_is_not_toml_is_refused_as_tomllib_refuses_it(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(text)
    with pytest.raises(tomllib.TOMLDecodeError):
        read_toml(text)
