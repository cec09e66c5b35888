"""Build the C extensions (setup.py names them): cffi reads the header of each and compiles C files against it.

The sizes and numbers of an extension stand in a Python module that imports nothing, which NumPy uses where nothing is
compiled. They are written here as a header, so that C and Python cannot differ.
"""

import runpy
from pathlib import Path

from cffi import FFI

EXACT, SIM = "src/upcard/exact/blackjack", "src/upcard/sim"  # paths are taken from the root of the project


def constants_header(folder: str, name: str) -> str:
    """Write the constants of the Python module as a header of the same name; return its text."""
    module = runpy.run_path(f"{folder}/{name}.py")
    enums = [f"enum {{ {constant} = {value} }};\n" for constant, value in module.items() if constant.isupper()]
    text = f"/* Made of {name}.py by the build. */\n\n{''.join(enums)}"
    header = Path(folder, f"{name}.h")
    if not header.exists() or header.read_text(encoding="utf-8") != text:
        header.write_text(text, encoding="utf-8")
    return text


def extension(folder: str, *, module: str, declared: str, constants: str, sources: list[str], flags: list[str]) -> FFI:
    """Return an extension of the C files of a folder; `sources` are compiled, and all others included by these."""
    ffi = FFI()
    ffi.cdef(constants_header(folder, constants) + Path(folder, declared).read_text(encoding="utf-8"))
    ffi.set_source(
        module,
        f'#include <stdint.h>\n#include "{constants}.h"\n#include "{declared}"',
        sources=[f"{folder}/{name}" for name in sources],
        include_dirs=[folder],
        depends=[str(path) for path in sorted(Path(folder).glob("*.[ch]"))],
        py_limited_api=True,
        extra_compile_args=["-O3", "-g0", "-Wno-psabi", *flags],
    )
    return ffi


exact = extension(
    EXACT,
    module="upcard.exact.blackjack._programs",
    declared="programs.h",
    constants="program_constants",
    sources=sorted(path.name for path in Path(EXACT).glob("*.c")),
    flags=[],
)
sim = extension(  # the same kernel twice, for machines with AVX2 and for any other
    SIM,
    module="upcard.sim._kernel",
    declared="kernel.h",
    constants="kernel_constants",
    sources=["portable.c", "avx2.c"],
    flags=["-std=gnu11"],
)
