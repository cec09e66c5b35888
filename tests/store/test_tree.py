"""The tree of rows: the roots that others compute, and proofs that hold for what is true only."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from upcard.store.tree import (
    EMPTY_ROOT,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    is_included,
    leaf_hash,
    node_hash,
    tree_of,
    whole_tree,
)

# The leaves and roots with which implementations of RFC 6962 are tested.
LEAVES = [bytes.fromhex(text) for text in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657")]
LEAVES.append(bytes(range(0x60, 0x70)))
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
MANY = [bytes([number]) * 32 for number in range(70)]


def plain_root(leaves: list[bytes]) -> bytes:
    """Compute a root as the definition says, from all leaves at once."""
    if len(leaves) < 2:
        return leaf_hash(leaves[0]) if leaves else EMPTY_ROOT
    left = 1
    while left * 2 < len(leaves):
        left *= 2
    return node_hash(plain_root(leaves[:left]), plain_root(leaves[left:]))


@pytest.mark.parametrize("size", range(9))
def test_the_roots_are_those_of_other_implementations(size: int) -> None:
    assert tree_of(LEAVES[:size]).root.hex() == ROOTS[size]


@pytest.mark.parametrize("size", range(70))
def test_a_tree_that_grew_has_the_root_of_the_definition(size: int) -> None:
    tree = tree_of(MANY[:size])
    assert tree.root == plain_root(MANY[:size])
    assert len(tree.peaks) == size.bit_count()


def test_every_leaf_of_every_small_tree_is_proved_and_no_other() -> None:
    for size in range(1, 34):
        root = tree_of(MANY[:size]).root
        for index in range(size):
            proof = inclusion_proof(MANY, index, size)
            assert is_included(MANY[index], index, size, proof, root)
            assert not is_included(MANY[index + 1], index, size, proof, root)
            assert not is_included(MANY[index], index, size, (*proof, root), root)
            assert not is_included(MANY[index], index, size, proof[:-1], root) or size == 1
            others = [other for other in range(size + 2) if other != index]
            assert not any(is_included(MANY[index], other, size, proof, root) for other in others)


def test_every_older_tree_is_proved_and_no_other() -> None:
    roots = [tree_of(MANY[:size]).root for size in range(34)]
    for size in range(1, 34):
        for old in range(1, size + 1):
            proof = consistency_proof(MANY, old, size)
            assert is_consistent(old, roots[old], size, roots[size], proof)
            assert not is_consistent(old, roots[old - 1], size, roots[size], proof)
            assert not is_consistent(old, roots[old], size, roots[size - 1], proof)
            assert not is_consistent(old, roots[old], size, roots[size], (*proof, roots[1]))


@given(some.data())
def test_a_proof_with_a_wrong_bit_proves_nothing(data: some.DataObject) -> None:
    size = data.draw(some.integers(2, 70))
    index = data.draw(some.integers(0, size - 1))
    proof = list(inclusion_proof(MANY, index, size))
    place = data.draw(some.integers(0, len(proof) - 1))
    bit = data.draw(some.integers(0, 255))
    proof[place] = (int.from_bytes(proof[place]) ^ (1 << bit)).to_bytes(32)
    assert not is_included(MANY[index], index, size, proof, tree_of(MANY[:size]).root)


@pytest.mark.parametrize(("index", "size"), [(-1, 5), (5, 5), (0, 0)])
def test_what_has_no_proof(index: int, size: int) -> None:
    with pytest.raises(ValueError, match="no leaf"):
        inclusion_proof(MANY, index, size)
    assert not is_included(MANY[0], index, size, (), EMPTY_ROOT)


def test_a_proof_needs_all_leaves() -> None:
    with pytest.raises(ValueError, match="fewer leaves"):
        inclusion_proof(MANY[:5], 1, 7)
    with pytest.raises(ValueError, match="no tree of 8"):
        consistency_proof(MANY, 8, 7)


@pytest.mark.parametrize("size", range(1, 70))
def test_a_whole_tree_has_the_same_root_and_proofs(size: int) -> None:
    tree = whole_tree(MANY[:size])
    assert tree.root == plain_root(MANY[:size])
    assert [tree.proof(index) for index in range(size)] == [inclusion_proof(MANY, index, size) for index in range(size)]


def test_what_a_whole_tree_does_not_have() -> None:
    for index in (-1, 5):
        with pytest.raises(ValueError, match=f"no leaf {index} in a tree of 5"):
            whole_tree(MANY[:5]).proof(index)
    with pytest.raises(ValueError, match="without leaves"):
        whole_tree([])
