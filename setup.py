"""Build the C extensions and install the manual page; everything else is said in pyproject.toml.

With UPCARD_PURE=1 nothing is compiled: the wheel runs anywhere, on NumPy alone.
"""

import os

from setuptools import setup

KERNELS = ["build_kernels.py:exact", "build_kernels.py:sim"]
PURE = os.environ.get("UPCARD_PURE") == "1"

setup(
    cffi_modules=[] if PURE else KERNELS,
    # The kernels use the limited API of Python, so that one wheel serves 3.11 and every later version.
    options={} if PURE else {"bdist_wheel": {"py_limited_api": "cp311"}},
    data_files=[("share/man/man1", ["docs/upcard.1"])],
)
