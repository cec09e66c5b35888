"""Sealed shoes: they open with their key, at their place, and unchanged only."""

import base64
from dataclasses import replace
from pathlib import Path
from string import ascii_letters, digits
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.pit.making import LABEL, bytes_of, shoe, stream
from tests.pit.second_cipher import chacha20, hkdf_32, poly1305_tag
from upcard.errors import StoreError
from upcard.pit.shoe_keys import (
    DamagedShoe,
    MasterKey,
    Sealed,
    ShoeKeys,
    ShoeLabel,
    UnknownShoeKey,
    generate_shoe_key,
    read_shoe_keys,
)
from upcard.store.clock import system_random
from upcard.store.disk import SystemDisk

DISK = SystemDisk()
SHOE = shoe("sealed")
KEYS = ShoeKeys((MasterKey(stream("old key")(32)), MasterKey(stream("new key")(32))))
SEALED = KEYS.seal(SHOE.contents, LABEL, random=stream("nonce"))
DAMAGED = "shoe 3 of table BJ-101 is damaged, or belongs to another table, number or journal"


def opened(sealed: Sealed = SEALED, label: ShoeLabel = LABEL, keys: ShoeKeys = KEYS) -> object:
    return keys.open(sealed, label, root=SHOE.root)


def test_the_second_cipher_is_that_of_its_definition() -> None:
    """RFC 8439, 2.8.2, and RFC 5869, A.3."""
    key, nonce = bytes(range(0x80, 0xA0)), bytes.fromhex("070000004041424344454647")
    text = b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen "
    closed = chacha20(key, nonce, text + b"would be it.")
    tag = poly1305_tag(key, nonce, closed, bytes.fromhex("50515253c0c1c2c3c4c5c6c7"))
    assert (closed[:8].hex(), tag.hex()) == ("d31a8d34648e60db", "1ae10b594f09e26a7e902ecbd0600691")
    assert hkdf_32(b"\x0b" * 22, b"").hex() == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"


def test_a_sealed_shoe_is_what_the_definition_says() -> None:
    nonce, closed = stream("nonce")(12), base64.b64decode(SEALED.text)
    binding = b"20:upcard sealed shoe 1,6:0f8c3a,6:BJ-101,1:3,"
    key = hkdf_32(stream("new key")(32), binding)
    content = chacha20(key, nonce, SHOE.contents.seed + SHOE.contents.order_text.encode())
    assert closed == nonce + content + poly1305_tag(key, nonce, content, binding)


def test_a_shoe_opens_with_the_key_that_sealed_it() -> None:
    assert opened() == SHOE
    assert SEALED.key == KEYS.keys[-1].identifier
    old = ShoeKeys(KEYS.keys[:1])
    assert opened(old.seal(SHOE.contents, LABEL, random=system_random)) == SHOE


def test_a_key_that_is_not_at_hand_is_named() -> None:
    for keys in (ShoeKeys(()), ShoeKeys(KEYS.keys[:1])):
        with pytest.raises(UnknownShoeKey, match=f"shoe 3 of table BJ-101 was sealed with key {SEALED.key}, which"):
            opened(keys=keys)
    with pytest.raises(UnknownShoeKey, match="no key to seal a shoe"):
        ShoeKeys(()).seal(SHOE.contents, LABEL, random=system_random)


def test_another_key_under_the_same_id_opens_nothing() -> None:
    false = replace(SEALED, key=KEYS.keys[0].identifier)
    with pytest.raises(DamagedShoe, match=DAMAGED):
        opened(false)


MOVED = [
    ShoeLabel("0f8c3a", "BJ-102", 3),
    ShoeLabel("0f8c3a", "BJ-101", 4),
    ShoeLabel("0f8c3b", "BJ-101", 3),
    ShoeLabel("0f8c3", "aBJ-101", 3),
    ShoeLabel("0f8c3a", "BJ-101,1:3", 3),
    ShoeLabel("BJ-101", "0f8c3a", 3),
    ShoeLabel("0f8c3a", "BJ-10", 13),
]


@pytest.mark.parametrize("label", MOVED)
def test_a_sealed_shoe_moved_to_another_place_does_not_open(label: ShoeLabel) -> None:
    with pytest.raises(DamagedShoe, match=f"shoe {label.number} of table {label.table} is damaged, or belongs"):
        opened(label=label)


@pytest.mark.parametrize("label", MOVED)
def test_key_and_associated_data_both_bind_a_shoe_to_its_place(label: ShoeLabel) -> None:
    """Neither would need the other: with one of the two wrong, the tag does not fit."""
    closed, key = base64.b64decode(SEALED.text), KEYS.keys[-1]
    nonce, content, tag = closed[:12], closed[12:-16], closed[-16:]
    own, moved = (hkdf_32(key.secret, each.binding) for each in (LABEL, label))
    assert tag == poly1305_tag(own, nonce, content, LABEL.binding)
    assert tag != poly1305_tag(own, nonce, content, label.binding)
    assert tag != poly1305_tag(moved, nonce, content, LABEL.binding)


TEXTS = some.text(some.characters(exclude_categories=["Cs"]), max_size=8)
LABELS = some.builds(ShoeLabel, TEXTS, TEXTS, some.integers(0, 2000))


@given(LABELS, LABELS)
@settings(max_examples=60)
def test_no_two_places_are_bound_alike(one: ShoeLabel, other: ShoeLabel) -> None:
    assert (one == other) == (one.binding == other.binding)


@given(some.integers(0, len(SEALED.text) - 1), some.sampled_from("ABCDwxyz0189+/= \n-é"))
@settings(max_examples=60)
def test_a_changed_letter_is_found(place: int, letter: str) -> None:
    text = SEALED.text[:place] + letter + SEALED.text[place + 1 :]
    if text != SEALED.text:
        with pytest.raises(DamagedShoe, match=DAMAGED):
            opened(replace(SEALED, text=text))


def test_the_last_letter_has_one_form() -> None:
    """Where base64 ends with ==, four bits of the letter before it do not count."""
    two = shoe("sealed", 2)
    text = KEYS.seal(two.contents, LABEL, random=stream("nonce")).text
    assert text.endswith("==")
    others = [text[:-3] + letter + "==" for letter in ascii_letters + digits if letter != text[-3]]
    alike = [other for other in others if base64.b64decode(other) == base64.b64decode(text)]
    assert len(alike) >= 13  # of 15; plus sign and slash were not tried
    for other in alike:
        with pytest.raises(DamagedShoe, match=DAMAGED):
            KEYS.open(Sealed(SEALED.key, other), LABEL, root=two.root)


@pytest.mark.parametrize("text", ["", "AAAA", SEALED.text[:-4], SEALED.text + "AAAA", SEALED.text[4:], "€", "A"])
def test_a_text_of_another_length_is_found(text: str) -> None:
    with pytest.raises(DamagedShoe, match=DAMAGED):
        opened(replace(SEALED, text=text))


def test_a_shoe_with_another_root_than_published_is_found() -> None:
    other = KEYS.seal(shoe("other").contents, LABEL, random=system_random)
    with pytest.raises(DamagedShoe, match="shoe 3 of table BJ-101 is not the one whose root was published"):
        opened(other)


def test_what_was_sealed_but_is_no_shoe_is_found() -> None:
    for content in (b"", b"s" * 32, b"s" * 32 + b"2c3", b"s" * 32 + b"\xff\xff"):
        closed = KEYS.keys[-1].cipher(LABEL).encrypt(b"n" * 12, content, LABEL.binding)
        with pytest.raises(DamagedShoe, match=DAMAGED):
            opened(replace(SEALED, text=base64.b64encode(b"n" * 12 + closed).decode()))


def test_a_nonce_is_never_used_twice() -> None:
    """A shoe may be sealed again under its number, after a failed append: two texts must not share a key stream."""
    random = stream("again")
    one, other = (
        base64.b64decode(KEYS.seal(contents, LABEL, random=random).text)
        for contents in (SHOE.contents, shoe("other").contents)
    )
    assert one[:12] != other[:12]
    shared = bytes(a ^ b for a, b in zip(SHOE.contents.seed, shoe("other").contents.seed, strict=True))
    assert bytes(a ^ b for a, b in zip(one[12:44], other[12:44], strict=True)) != shared


def test_every_shoe_has_a_key_of_its_own() -> None:
    """With the same nonce, two shoes of a table do not share a key stream."""
    one, other = (
        base64.b64decode(KEYS.seal(SHOE.contents, replace(LABEL, number=number), random=stream("nonce")).text)
        for number in (3, 4)
    )
    assert one[:12] == other[:12]
    assert one[12:44] != other[12:44]


def test_a_source_that_returns_too_few_bytes_is_refused() -> None:
    with pytest.raises(ValueError, match="returned 0 of 12"):
        KEYS.seal(SHOE.contents, LABEL, random=lambda _: b"")


def test_no_secret_is_shown_by_accident() -> None:
    assert repr(KEYS) == "ShoeKeys(keys=(MasterKey(), MasterKey()))"
    assert SHOE.contents.seed not in base64.b64decode(SEALED.text)
    assert SHOE.contents.order_text[:8].encode() not in base64.b64decode(SEALED.text)
    assert len(base64.b64decode(SEALED.text)) == 12 + 32 + 624 + 16


def test_keys_are_files_that_only_their_owner_reads(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    assert read_shoe_keys(folder) == ShoeKeys(())
    keys = tuple(generate_shoe_key(folder, disk=DISK, random=system_random) for _ in range(2))
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["shoe-key-0001.secret", "shoe-key-0002.secret"]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700
    assert read_shoe_keys(folder) == ShoeKeys(keys)
    assert len({key.identifier for key in keys}) == 2


def test_keys_are_rotated_and_lost(tmp_path: Path) -> None:
    generate_shoe_key(tmp_path, disk=DISK, random=system_random)
    live = read_shoe_keys(tmp_path).seal(SHOE.contents, LABEL, random=system_random)
    generate_shoe_key(tmp_path, disk=DISK, random=system_random)
    keys = read_shoe_keys(tmp_path)
    assert opened(live, keys=keys) == SHOE
    later = keys.seal(SHOE.contents, LABEL, random=system_random)
    assert later.key == keys.keys[1].identifier != live.key
    (tmp_path / "shoe-key-0001.secret").unlink()
    assert opened(later, keys=read_shoe_keys(tmp_path)) == SHOE
    with pytest.raises(UnknownShoeKey, match=live.key):
        opened(live, keys=read_shoe_keys(tmp_path))
    generate_shoe_key(tmp_path, disk=DISK, random=system_random)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["shoe-key-0002.secret", "shoe-key-0003.secret"]


def test_keys_are_used_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number in (9999, 10000, 2):
        content = bytes_of(number.to_bytes(32))(32)
        (tmp_path / f"shoe-key-{number:04d}.secret").write_text(MasterKey(content).secret_text, encoding="utf-8")
    (tmp_path / "shoe-key-old.secret").write_text("not a key", encoding="utf-8")
    numbers = [int.from_bytes(key.secret) for key in read_shoe_keys(tmp_path).keys]
    assert numbers == [2, 9999, 10000]


SECRET = KEYS.keys[0].secret_text


@pytest.mark.parametrize(
    "content",
    [
        b"",
        SECRET[:-1].encode(),
        SECRET.replace("upcard", "uppcard").encode(),
        (SECRET[:-1] + "0123456789abcdef"[SECRET[-1] == "0"]).encode(),
        SECRET.replace(KEYS.keys[0].identifier, KEYS.keys[1].identifier).encode(),
        b"\xff\xfe",
    ],
)
def test_a_damaged_file_of_a_key_is_one_clear_line(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "shoe-key-0001.secret"
    file.write_bytes(content)
    with pytest.raises(StoreError, match=f"{file} is not a shoe key, or is damaged") as error:
        read_shoe_keys(tmp_path)
    assert SECRET[-40:-10] not in str(error.value)


def test_a_folder_that_cannot_be_written_or_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StoreError, match="cannot write a key to"):
        generate_shoe_key(tmp_path / "file", disk=DISK, random=system_random)
    (tmp_path / "shoe-key-0001.secret").mkdir()
    with pytest.raises(StoreError, match="cannot read the key"):
        read_shoe_keys(tmp_path)


@given(some.binary(min_size=32, max_size=32), LABELS)
@settings(max_examples=20)
def test_every_key_seals_and_opens_at_every_place(secret: bytes, label: ShoeLabel) -> None:
    keys = ShoeKeys((MasterKey(secret),))
    assert keys.open(keys.seal(SHOE.contents, label, random=system_random), label, root=SHOE.root) == SHOE
    with TemporaryDirectory() as folder:
        (Path(folder) / "shoe-key-0001.secret").write_text(keys.keys[0].secret_text, encoding="utf-8")
        assert read_shoe_keys(Path(folder)) == keys
