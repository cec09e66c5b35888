"""Both compiled kernels with the compiler's checks of every address and of undefined behavior: make test-sanitizers."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[3]
BUILD = "import build_kernels, sys; build_kernels.sim.emit_c_code(sys.argv[1])"
CHECKS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-g1")
ROUNDS = 100_000


def compile_checked(package: Path) -> None:
    """Compile the simulator's kernels again with checks, in a copy of the package."""
    kernel = package / "sim"
    subprocess.run((sys.executable, "-c", BUILD, kernel / "_kernel.c"), cwd=ROOT, check=True)
    sources = [str(kernel / name) for name in ("_kernel.c", "portable.c", "avx2.c")]
    places = [f"-I{kernel}", f"-I{sysconfig.get_path('include')}", "-o", str(kernel / "_kernel.abi3.so")]
    options = ("-shared", "-fPIC", "-O1", "-Wno-psabi", "-std=gnu11")
    subprocess.run(("cc", *options, *CHECKS, *places, *sources), check=True)


def library(name: str) -> str:
    """Return the path of a library of the compiler."""
    return subprocess.run(("cc", f"-print-file-name={name}"), check=True, capture_output=True, text=True).stdout.strip()


def test_kernels_read_and_write_nothing_but_their_arrays(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src" / "upcard", tmp_path / "upcard")
    compile_checked(tmp_path / "upcard")
    checked = {
        "PYTHONPATH": str(tmp_path),
        "PYTHONMALLOC": "malloc",  # so that arrays of Python are checked too
        "LD_PRELOAD": f"{library('libasan.so')} {library('libubsan.so')}",
        "ASAN_OPTIONS": "detect_leaks=0",  # Python keeps what it allocates
    }
    command = (sys.executable, "-m", "tests.sim.sanitized_rounds", str(ROUNDS))
    run = subprocess.run(command, cwd=ROOT, env=os.environ | checked, check=False, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    module, rounds = run.stdout.split()
    assert Path(module).is_relative_to(tmp_path)
    assert int(rounds) >= 2 * 4 * ROUNDS * len(list((ROOT / "tables").glob("*.toml")))
