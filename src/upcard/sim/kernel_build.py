"""Build the simulator's extension: the same kernel twice, for machines with AVX2 and for any other."""

from pathlib import Path

from cffi import FFI

HERE = "src/upcard/sim"  # paths are taken from the root of the project

ffi = FFI()
ffi.cdef((Path(__file__).parent / "kernel.h").read_text(encoding="utf-8"))
ffi.set_source(
    "upcard.sim._kernel",
    '#include <stdint.h>\n#include "kernel.h"',
    sources=[f"{HERE}/portable.c", f"{HERE}/avx2.c"],
    include_dirs=[HERE],
    depends=[
        f"{HERE}/{name}"
        for name in (
            "kernel.h",
            "vectors.h",
            "deal.h",
            "card_by_card.h",
            "looks.h",
            "look_player.h",
            "look_dealer.h",
            "look_ahead.h",
            "count.h",
            "schedule.h",
            "kernel.c",
        )
    ],
    py_limited_api=True,
    extra_compile_args=["-O3", "-g0", "-Wno-psabi", "-std=gnu11"],
)
