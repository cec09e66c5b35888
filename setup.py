"""Build the C extensions and install the manual page; everything else is said in pyproject.toml."""

from setuptools import setup

setup(
    cffi_modules=[
        "src/upcard/exact/blackjack/kernel_build.py:ffi",
        "src/upcard/sim/kernel_build.py:ffi",
    ],
    data_files=[("share/man/man1", ["docs/upcard.1"])],
)
