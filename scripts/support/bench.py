"""Compares mocklua with similar programs: whole processes, wall time, in interleaved rounds.

Every round runs each program once, in rotating order, so that a slow moment of the machine affects all of them. Before
timing, all outputs are compared as JSON.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import bench_inputs
import bench_paths


def commands(mocklua: str, folder: pathlib.Path) -> dict[str, list[str]]:
    """Each program with its own form of the same configuration."""
    return {
        "mocklua": [mocklua, "--compact", str(folder / "scenario.lua")],
        "lua5.4": ["lua5.4", str(folder / "plain.lua")],
        "jsonnet": ["jsonnet", str(folder / "configuration.jsonnet")],
    }


def checks(mocklua: str, folder: pathlib.Path) -> dict[str, list[str]]:
    """A check of a script, with and without the contract of the app."""
    script, contract = str(folder / "scenario.lua"), str(folder / "contract.json")
    return {
        "check": [mocklua, "check", script],
        "check-contract": [mocklua, "check", "--contract", contract, script],
    }


def check_equal(programs: dict[str, list[str]]) -> int:
    """Checks that all programs print the same JSON, and returns the bytes that mocklua printed."""
    outputs = {}
    for name, words in programs.items():
        run = subprocess.run(words, capture_output=True)
        if run.returncode != 0:
            sys.exit(f"bench: {name} failed: {run.stderr.decode()[:500].strip()}")
        outputs[name] = run.stdout
    values = {name: json.loads(output) for name, output in outputs.items()}
    for name, value in values.items():
        if value != values["lua5.4"]:
            sys.exit(f"bench: {name} prints other JSON than lua5.4; "
                     "the inputs are no longer equivalent")
    return len(outputs["mocklua"])


def milliseconds(words: list[str], null: int) -> float:
    """The wall time of one process, from its start to its end."""
    actions = [(os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_DUP2, null, 2)]
    start = time.perf_counter_ns()
    process = os.posix_spawnp(words[0], words, os.environ, file_actions=actions)
    _, status = os.waitpid(process, 0)
    elapsed = time.perf_counter_ns() - start
    if status != 0:
        sys.exit(f"bench: {words[0]} failed with status {status}")
    return elapsed / 1e6


def measure(programs: dict[str, list[str]], rounds: int) -> dict[str, list[float]]:
    """The times of each program by round, after a warm-up round."""
    null = os.open(os.devnull, os.O_WRONLY)
    names = list(programs)
    times: dict[str, list[float]] = {name: [] for name in names}
    for number in range(rounds + 1):
        shift = number % len(names)
        for name in names[shift:] + names[:shift]:
            elapsed = milliseconds(programs[name], null)
            if number > 0:
                times[name].append(elapsed)
    os.close(null)
    return times


def report(times: dict[str, list[float]], thresholds: dict[str, float]) -> bool:
    """Prints times and ratios, and returns whether all ratios meet their thresholds."""
    for name, values in times.items():
        print(f"  {name:<16} min {min(values):9.2f}   median {statistics.median(values):9.2f}"
              f"   max {max(values):9.2f} ms")
    holds = True
    for pair, limit in thresholds.items():
        first, second = (times[name] for name in pair.split("/"))
        medians = statistics.median(first) / statistics.median(second)
        pairwise = statistics.median(a / b for a, b in zip(first, second))
        verdict = "holds" if medians <= limit else "EXCEEDED"
        holds = holds and medians <= limit
        print(f"  {pair:<16} {medians:.2f} of medians, {pairwise:.2f} by pairs,"
              f" at most {limit}: {verdict}")
    return holds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mocklua", required=True, help="the executable")
    parser.add_argument("--benchmarks", required=True, help="the executable MockLuaBenchmarks")
    parser.add_argument("--thresholds", required=True, type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=30, help="rounds of the small input")
    parser.add_argument("--large-rounds", type=int, default=8, help="rounds of the large input")
    parser.add_argument("--path-rounds", type=int, default=7, help="rounds of the hot paths")
    options = parser.parse_args()
    thresholds = json.loads(options.thresholds.read_text())
    holds = True
    with tempfile.TemporaryDirectory(prefix="mocklua-bench-") as folder:
        for name, services, methods, rounds in [
            ("small", 2, 4, options.rounds), ("large", 200, 12, options.large_rounds)
        ]:
            inputs = pathlib.Path(folder) / name
            bench_inputs.write(inputs, services, methods)
            programs = commands(options.mocklua, inputs)
            size = check_equal(programs)
            print(f"{name}: {services} services, {size / 1e6:.3f} MB of JSON, {rounds} rounds",
                  flush=True)
            holds = report(measure(programs, rounds), thresholds[name]) and holds
        inputs = pathlib.Path(folder) / "contract"
        bench_inputs.write(inputs, 10, 10)
        print(f"contract: 100 methods, {options.rounds} rounds", flush=True)
        programs = checks(options.mocklua, inputs)
        holds = report(measure(programs, options.rounds), thresholds["contract"]) and holds
        print(f"paths: one call, {options.path_rounds} rounds", flush=True)
        raw = bench_paths.compile_raw(
            pathlib.Path(__file__).with_name("raw_lua.c"), pathlib.Path(folder))
        names = list(dict.fromkeys(name for pair in thresholds["paths"] for name in pair.split("/")))
        sources = pathlib.Path(__file__).parents[2] / "Sources/MockLua"
        language = bench_paths.language_files(
            sources / "Language", sources / "Scripts/LoadedScript.swift")
        times = bench_paths.measure(
            options.benchmarks, raw, names, options.path_rounds, language)
        holds = bench_paths.report(times, thresholds["paths"]) and holds
        for name, rule in thresholds["sessions"].items():
            value = bench_paths.one([options.benchmarks, name])
            verdict = "holds" if value <= rule["limit"] else "EXCEEDED"
            holds = holds and value <= rule["limit"]
            print(f"{name}: {rule['what']}: {value / 1000:.1f} us, at most"
                  f" {rule['limit'] / 1000:.0f}: {verdict}", flush=True)
        for name, rule in thresholds["memory"].items():
            value = bench_paths.one([options.benchmarks, name])
            verdict = "holds" if value <= rule["limit"] else "EXCEEDED"
            holds = holds and value <= rule["limit"]
            print(f"{name}: {rule['what']}: {value:.0f} bytes, at most {rule['limit']}: {verdict}", flush=True)
        pause = bench_paths.one([options.benchmarks, "busy-function"])
        print(f"busy-function: while a function of another scenario ran and 15 calls waited for it,"
              f" the longest pause between static answers was {pause / 1e6:.1f} ms", flush=True)
        per_call = bench_paths.one([options.benchmarks, "million-calls"])
        print(f"million-calls: 64 tasks, 1,000,000 dynamic calls, every count right, memory flat,"
              f" {per_call / 1000:.1f} us a call", flush=True)
    sys.exit(0 if holds else 1)


main()
