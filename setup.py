"""Build the C extensions and install the manual page; everything else is said in pyproject.toml."""

import os

from setuptools import setup

# UPCARD_PURE=1 builds a wheel for every machine, without the compiled kernels; NumPy does their work.
kernels = (
    []
    if os.environ.get("UPCARD_PURE")
    else ["src/upcard/exact/blackjack/kernel_build.py:ffi", "src/upcard/sim/kernel_build.py:ffi"]
)
# The kernels use the limited API of Python, so that one wheel serves 3.11 and every later version.
options = {"bdist_wheel": {"py_limited_api": "cp311"}} if kernels else {}

setup(
    cffi_modules=kernels,
    options=options,
    data_files=[("share/man/man1", ["docs/upcard.1"])],
)
