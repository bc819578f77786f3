"""Runs the README of the Python client, and the conformance cases with the client.

A case that passes is run again with a wrong last expectation, and must then fail.
"""

import argparse
import copy
import doctest
import os
import pathlib
import sys

sys.dont_write_bytecode = True
# A message that neither side sends or accepts.
WRONG = {"no such": "thing"}


def broken(header, lines):
    """The steps of a case with a wrong last expectation."""
    lines = copy.deepcopy(lines)
    for _, line in reversed(lines):
        if header["tests"] in line:
            frames = line[header["tests"]]
            frames = frames if isinstance(frames, list) else [frames]
            for frame in frames:
                if "$optional" not in frame:
                    frame["kind"] = WRONG
                    return lines
        elif "gets" in line:
            line["value"] = WRONG
            return lines
        elif "shows" in line:
            line["shows"]["balance"] = WRONG
            return lines
        elif "joins" in line:
            line["because"] = "something else"
            return lines
    raise SystemExit(f"nothing is expected in: {header['case']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mocklua", required=True)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    options = parser.parse_args()
    folder = options.root / "examples/python-client"
    sys.path.insert(0, str(folder))
    import conformance

    os.environ["MOCKLUA"] = options.mocklua
    os.chdir(folder)
    readme = doctest.testfile(str(folder / "README.md"), module_relative=False)
    problems = []
    if readme.failed or not readme.attempted:
        problems.append(f"README.md: {readme.failed} of {readme.attempted} steps have a different result")
    files = sorted((options.root / "Tests/SessionConformance").glob("*.jsonl"))
    played = {"app": 0, "test": 0}
    for path in files:
        for header, lines in conformance.cases(path):
            if header.get("live"):
                continue
            played[header["tests"]] += 1
            conformance.LIMIT = 20
            problem = conformance.run(path, header, lines, options.mocklua)
            if problem:
                problems.append(problem)
                continue
            conformance.LIMIT = 1
            if conformance.run(path, header, broken(header, lines), options.mocklua) is None:
                problems.append(f"{path.name}: {header['case']}: also passes for a different conversation")
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems or not all(played.values()):
        raise SystemExit(1)
    print(f"the README's {readme.attempted} steps; {played['test']} cases against the command, "
          f"{played['app']} against the client, each of which fails where it is broken")


main()
