"""A Merkle tree over the hashes of rows, as RFC 6962 builds it: roots, proofs, and how a proof is verified."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

EMPTY_ROOT = hashlib.sha256(b"").digest()
_Range = tuple[int, int]


def leaf_hash(content: bytes) -> bytes:
    """Return the hash of a leaf; a leaf can never pass for an inner node."""
    return hashlib.sha256(b"\x00" + content).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of an inner node."""
    return hashlib.sha256(b"\x01" + left + right).digest()


@dataclass(frozen=True, slots=True)
class MerkleTree:
    """A growing tree; only the roots of its complete subtrees are kept, largest first."""

    size: int = 0
    peaks: tuple[bytes, ...] = ()

    def add(self, content: bytes) -> "MerkleTree":
        """Return the tree with one more leaf."""
        node, peaks, size = leaf_hash(content), self.peaks, self.size
        while size & 1:
            node, peaks, size = node_hash(peaks[-1], node), peaks[:-1], size >> 1
        return MerkleTree(self.size + 1, (*peaks, node))

    @property
    def root(self) -> bytes:
        """The hash that stands for all leaves in their order."""
        if not self.peaks:
            return EMPTY_ROOT
        root = self.peaks[-1]
        for peak in reversed(self.peaks[:-1]):
            root = node_hash(peak, root)
        return root


def tree_of(leaves: Iterable[bytes]) -> MerkleTree:
    """Return the tree of leaves."""
    tree = MerkleTree()
    for leaf in leaves:
        tree = tree.add(leaf)
    return tree


@dataclass(frozen=True, slots=True)
class WholeTree:
    """A finished tree with all of its nodes, level by level from the leaves up: a proof costs no hash."""

    levels: tuple[tuple[bytes, ...], ...]

    @property
    def root(self) -> bytes:
        """The hash that stands for all leaves in their order."""
        return self.levels[-1][0]

    def proof(self, index: int) -> tuple[bytes, ...]:
        """Return the proof that the leaf at an index (from 0) is in the tree."""
        size = len(self.levels[0])
        if not 0 <= index < size:
            raise ValueError(f"no leaf {index} in a tree of {size}")
        beside = ((level, (index >> height) ^ 1) for height, level in enumerate(self.levels))
        return tuple(level[place] for level, place in beside if place < len(level))


def whole_tree(leaves: Iterable[bytes]) -> WholeTree:
    """Return the tree of one or more leaves, with all of its nodes."""
    levels = [tuple(map(leaf_hash, leaves))]
    if not levels[0]:
        raise ValueError("a tree without leaves has no nodes")
    while len(below := levels[-1]) > 1:
        pairs = map(node_hash, below[::2], below[1::2])
        levels.append((*pairs, *below[len(below) & ~1 :]))  # a node without a neighbor moves up
    return WholeTree(tuple(levels))


def _left(size: int) -> int:
    """Return how many leaves are left of the root: the largest power of two below the size."""
    return 1 << ((size - 1).bit_length() - 1)


def inclusion_proof(leaves: Iterable[bytes], index: int, size: int) -> tuple[bytes, ...]:
    """Return the proof that the leaf at an index (from 0) is in the tree of the first `size` leaves."""
    if not 0 <= index < size:
        raise ValueError(f"no leaf {index} in a tree of {size}")
    return _roots(leaves, list(_path(index, 0, size)))


def _path(index: int, start: int, size: int) -> Iterator[_Range]:
    if size > 1:
        left = _left(size)
        if index < left:
            yield from _path(index, start, left)
            yield start + left, start + size
        else:
            yield from _path(index - left, start + left, size - left)
            yield start, start + left


def consistency_proof(leaves: Iterable[bytes], old: int, size: int) -> tuple[bytes, ...]:
    """Return the proof that the tree of the first `size` leaves begins with that of the first `old` ones."""
    if not 0 < old <= size:
        raise ValueError(f"no tree of {old} in a tree of {size}")
    return _roots(leaves, list(_subproof(old, 0, size, whole=True)))


def _subproof(old: int, start: int, size: int, *, whole: bool) -> Iterator[_Range]:
    if old == size:
        if not whole:
            yield start, start + size
        return
    left = _left(size)
    if old <= left:
        yield from _subproof(old, start, left, whole=whole)
        yield start + left, start + size
    else:
        yield from _subproof(old - left, start + left, size - left, whole=False)
        yield start, start + left


def _roots(leaves: Iterable[bytes], ranges: list[_Range]) -> tuple[bytes, ...]:
    """Return the roots of ranges that do not overlap, in one pass: a journal need not fit into memory."""
    trees = dict.fromkeys(ranges, MerkleTree())
    pending = sorted(ranges, reverse=True)
    for number, leaf in enumerate(leaves):
        while pending and number >= pending[-1][1]:
            pending.pop()
        if not pending:
            break
        if number >= pending[-1][0]:
            trees[pending[-1]] = trees[pending[-1]].add(leaf)
    if any(tree.size != end - start for (start, end), tree in trees.items()):
        raise ValueError("fewer leaves than the tree has")
    return tuple(trees[place].root for place in ranges)


def is_included(content: bytes, index: int, size: int, proof: Iterable[bytes], root: bytes) -> bool:
    """Whether a proof shows that a leaf stands at an index of the tree with a root (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    node, last, result = index, size - 1, leaf_hash(content)
    for part in proof:
        if last == 0:
            return False
        if node & 1 or node == last:
            result = node_hash(part, result)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            result = node_hash(result, part)
        node, last = node >> 1, last >> 1
    return last == 0 and result == root


def is_consistent(old: int, old_root: bytes, size: int, root: bytes, proof: Iterable[bytes]) -> bool:
    """Whether a proof shows that a tree begins with an older one (RFC 9162, 2.1.4.2)."""
    parts = list(proof)
    if old == size:
        return old_root == root and not parts
    if not 0 < old < size or not parts:
        return False
    if old & (old - 1) == 0:
        parts.insert(0, old_root)
    node, last = old - 1, size - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    return _consistent(parts, node, last, old_root, root)


def _consistent(parts: list[bytes], node: int, last: int, old_root: bytes, root: bytes) -> bool:
    old_result = result = parts[0]
    for part in parts[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            old_result, result = node_hash(part, old_result), node_hash(part, result)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            result = node_hash(result, part)
        node, last = node >> 1, last >> 1
    return last == 0 and old_result == old_root and result == root
