"""Checks that the files of CMockLua form layers: each file uses only files of earlier layers.

The comment at the head of internal.h lists the layers. `nm` lists the functions and data that each object file defines
and uses.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

Uses = dict[str, dict[str, list[str]]]


def listed_layers(header: pathlib.Path) -> dict[str, int]:
    """The number of each file's layer. A line that is indented further continues the previous one."""
    layers, number = {}, 0
    for indent, names in re.findall(r"^ \*( {5,})(\w+(?: \w+)*)$", header.read_text().partition("*/")[0], re.MULTILINE):
        number += len(indent) == 5
        layers |= dict.fromkeys(names.split(), number)
    return layers


def uses_of(objects: list[pathlib.Path]) -> Uses:
    """For each file, the files that it uses, with the names of the functions and data."""
    owners, wanted, file = {}, collections.defaultdict(list), ""
    run = subprocess.run(["nm", "-g", *map(str, objects)], capture_output=True, text=True, check=True)
    for line in run.stdout.splitlines():
        if line.endswith(":"):
            file = pathlib.Path(line[:-1]).stem
        elif fields := line.split():
            kind, name = fields[-2:]
            if kind == "U":
                wanted[file].append(name)
            else:
                owners[name] = file
    uses: Uses = {path.stem: {} for path in objects}
    for file, names in wanted.items():
        for name in names:
            if owners.get(name, file) != file:
                uses[file].setdefault(owners[name], []).append(name.removeprefix("_"))
    return uses


def path_between(first: str, last: str, uses: Uses) -> list[str]:
    """The shortest chain of files in which each uses the next, or an empty list."""
    paths = collections.deque([[first]])
    seen = {first}
    while paths:
        path = paths.popleft()
        if path[-1] == last:
            return path
        for file in uses[path[-1]]:
            if file not in seen:
                seen.add(file)
                paths.append([*path, file])
    return []


def problems(layers: dict[str, int], uses: Uses) -> list[str]:
    found = [f"{file}.c is in the list of layers, but doesn't exist" for file in layers if file not in uses]
    circles = set()
    for file, used in sorted(uses.items()):
        if file not in layers:
            needed = ", ".join(sorted(used)) or "no other file"
            found.append(f"{file}.c isn't in the list of layers; it uses {needed}")
        for other, names in sorted(used.items()):
            if layers.get(other, 0) < layers.get(file, sys.maxsize):
                continue
            found.append(f"{file}.c uses {', '.join(names)} of {other}.c, which isn't in an earlier layer")
            circle = path_between(other, file, uses)
            if circle and frozenset(circle) not in circles:
                circles.add(frozenset(circle))
                steps = " -> ".join(f"{step}.c" for step in [file, *circle])
                found.append(f"these files form a circle: {steps}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("header", type=pathlib.Path)
    parser.add_argument("objects", type=pathlib.Path, help="the folder with an object file for each C file")
    options = parser.parse_args()
    layers = listed_layers(options.header)
    found = problems(layers, uses_of(sorted(options.objects.glob("*.o"))))
    if found:
        sys.exit("\n".join(f"check-c: {problem}" for problem in found)
                 + f"\ncheck-c: move the functions, or change the list of layers in {options.header}")
    print(f"check-c: {len(layers)} files of CMockLua form {max(layers.values())} layers", file=sys.stderr)


if __name__ == "__main__":
    main()
