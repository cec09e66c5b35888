"""Build the extension of the dynamic programs: cffi reads the header and compiles the C files against it."""

from pathlib import Path

from cffi import FFI

HERE = "src/upcard/exact/blackjack"  # paths are taken from the root of the project

ffi = FFI()
ffi.cdef((Path(__file__).parent / "kernel.h").read_text(encoding="utf-8"))
ffi.set_source(
    "upcard.exact.blackjack._kernel",
    '#include <stdint.h>\n#include "kernel.h"',
    sources=[
        f"{HERE}/{name}.c"
        for name in (
            *("kernel", "ended", "joint", "several", "halves", "pairs", "pair_lists", "completed", "sets"),
            *("polynomials", "crossed", "disjoint", "bounds", "products"),
        )
    ],
    include_dirs=[HERE],
    depends=[
        f"{HERE}/{name}.h"
        for name in ("kernel", "shared", "card_sets", "several", "completed", "pairs", "terms", "disjoint")
    ],
    py_limited_api=True,
    extra_compile_args=["-O3", "-g0", "-Wno-psabi"],
)
