"""Compares hot paths of the libraries with similar code: nanoseconds per call, in interleaved rounds.

The paths are in the executable MockLuaBenchmarks. `raw-c-struct`, `raw-c-value` and `raw-c-runtime` are
raw_lua.c, compiled on demand.
"""

import pathlib
import re
import shutil
import statistics
import subprocess
import sys


def compile_raw(source: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """Compiles the raw C program to an executable in `folder`."""
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "lua5.4"], capture_output=True,
                           text=True, check=True).stdout.split()
    target = folder / "raw-c"
    compiler = "cc" if shutil.which("cc") else "clang"  # Swift includes clang
    subprocess.run([compiler, "-O2", str(source), "-o", str(target), *flags], check=True)
    return target


def one(words: list[str]) -> float:
    """The number that a program prints: nanoseconds per call."""
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"bench: {' '.join(words)} failed: {run.stderr.strip()[-500:]}")
    return float(run.stdout.split()[-1])


def language_files(folder: pathlib.Path, order: pathlib.Path) -> list[str]:
    """The files of the language, in the order in the Swift file."""
    names = re.findall(r'\("(\w+)", bytecode\(EmbeddedFiles\.\1\)\)', order.read_text())
    if not names:
        sys.exit(f"bench: {order} names no file of the language")
    return [str(folder / f"{name}.lua") for name in names]


def measure(benchmarks: str, raw: pathlib.Path, names: list[str], rounds: int,
            language: list[str]) -> dict:
    """The nanoseconds of each path by round. The order rotates with every round."""
    times: dict[str, list[float]] = {name: [] for name in names}
    for number in range(rounds):
        shift = number % len(names)
        for name in names[shift:] + names[:shift]:
            words = [benchmarks, name]
            if name.startswith("raw-c-"):
                words = [str(raw), name.removeprefix("raw-c-")]
                if name == "raw-c-runtime":
                    words += language
            times[name].append(one(words))
    return times


def report(times: dict[str, list[float]], limits: dict[str, float]) -> bool:
    """Prints times and ratios with their limits, and returns whether all limits are met."""
    for name, values in times.items():
        print(f"  {name:<18} min {min(values):12.0f}   median {statistics.median(values):12.0f}"
              f"   max {max(values):12.0f} ns")
    holds = True
    for pair, limit in limits.items():
        first, second = pair.split("/")
        value = statistics.median(a / b for a, b in zip(times[first], times[second]))
        verdict = "holds" if value <= limit else "EXCEEDED"
        holds = holds and value <= limit
        print(f"  {pair:<34} {value:8.3f} x by pairs, at most {limit}: {verdict}")
    return holds
