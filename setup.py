"""Build the C extensions; everything else is said in pyproject.toml."""

from setuptools import setup

setup(
    cffi_modules=[
        "src/upcard/exact/blackjack/kernel_build.py:ffi",
        "src/upcard/sim/kernel_build.py:ffi",
    ]
)
