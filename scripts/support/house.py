"""Prints the size and the structure of the targets in Sources; see scripts/house."""

import argparse
import collections
import dataclasses
import io
import pathlib
import re
import statistics
import subprocess
import sys
import tarfile

# A declaration at the top level of a file: modifiers and attributes, then the kind and the name.
DECLARATION = re.compile(
    r"^(?:@\w+(?:\([^)\n]*\))?\s+)*(?:(?:public|package|internal|final|indirect|nonisolated)\s+)*"
    r"(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)", re.M)
COMMENT = re.compile(r"//[^\n]*")
WORD = re.compile(r"\w+")


@dataclasses.dataclass
class Target:
    """The Swift files of a target."""

    files: dict[str, str] = dataclasses.field(default_factory=dict)
    public_names: int = 0

    @property
    def lines(self) -> list[int]:
        return [text.count("\n") for text in self.files.values()]

    def uses(self) -> dict[str, set[str]]:
        """For each file, the files whose types it names."""
        words = {file: set(WORD.findall(COMMENT.sub("", text))) for file, text in self.files.items()}
        owners = collections.defaultdict(set)
        for file, text in self.files.items():
            for name in DECLARATION.findall(text):
                owners[name].add(file)
        found = {file: set() for file in self.files}
        for name, declaring in owners.items():
            # A name that several files declare, such as the type of an `#if` branch, doesn't show which one is meant.
            if len(declaring) == 1:
                (owner,) = declaring
                for file in self.files:
                    if file != owner and name in words[file]:
                        found[file].add(owner)
        return found

    @property
    def largest_circle(self) -> int:
        """The number of files in the largest cycle, in which each file uses another one; 0 if there isn't a cycle."""
        return max((len(circle) for circle in circles(self.uses()) if len(circle) > 1), default=0)


def circles(uses: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of a graph, by Tarjan's algorithm without recursion."""
    number, low, stack, on_stack, result = {}, {}, [], set(), []
    for start in uses:
        if start in number:
            continue
        number[start] = low[start] = len(number)
        stack.append(start)
        on_stack.add(start)
        path = [(start, iter(sorted(uses[start])))]
        while path:
            node, rest = path[-1]
            following = next(rest, None)
            if following is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == number[node]:
                    circle = []
                    while not circle or circle[-1] != node:
                        circle.append(stack.pop())
                        on_stack.discard(circle[-1])
                    result.append(circle)
            elif following not in number:
                number[following] = low[following] = len(number)
                stack.append(following)
                on_stack.add(following)
                path.append((following, iter(sorted(uses[following]))))
            elif following in on_stack:
                low[node] = min(low[node], number[following])
    return result


def targets(files: dict[str, str], names: str) -> dict[str, Target]:
    """The targets by name, from the texts of files by their path below Sources, and the list of public names."""
    result = collections.defaultdict(Target)
    for path, text in sorted(files.items()):
        if ".docc/" not in path:
            result[path.split("/")[0]].files[path] = text
    for module, count in re.findall(r"^## (\w+): (\d+) public names", names, re.M):
        if module in result:
            result[module].public_names = int(count)
    return dict(result)


def now(root: pathlib.Path) -> dict[str, Target]:
    folder = root / "Sources"
    files = {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.swift")}
    return targets(files, (root / "scripts/support/api.txt").read_text())


def at(root: pathlib.Path, commit: str) -> dict[str, Target]:
    archive = subprocess.run(
        ["git", "-C", root, "archive", commit, "Sources", "scripts/support/api.txt"], check=True, capture_output=True)
    files, names = {}, ""
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
        for member in tar:
            if member.name.endswith(".swift"):
                files[member.name.removeprefix("Sources/")] = tar.extractfile(member).read().decode()
            elif member.name.endswith("api.txt"):
                names = tar.extractfile(member).read().decode()
    return targets(files, names)


def row(target: Target) -> list[int]:
    lines = target.lines or [0]
    return [len(target.files), sum(lines), round(statistics.median(lines)), target.largest_circle, target.public_names]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--changed", action="store_true")
    options = parser.parse_args()
    present = now(options.root)
    past = at(options.root, "HEAD") if options.changed else {}
    print(f"{'target':22}{'files':>12}{'lines':>14}{'median':>12}{'circle':>12}{'public':>12}")

    def show(name: str, values: list[int], before: list[int]):
        cells = [str(value) if value == old or not options.changed else f"{value} ({value - old:+d})"
                 for value, old in zip(values, before)]
        print(f"{name:22}" + "".join(f"{cell:>{14 if place == 1 else 12}}" for place, cell in enumerate(cells)))

    for name in sorted({*present, *past}):
        values, before = row(present.get(name, Target())), row(past.get(name, Target()))
        if not options.changed or values != before:
            show(name, values, before)
    whole = [Target({path: text for target in of.values() for path, text in target.files.items()},
                    sum(target.public_names for target in of.values())) for of in (present, past)]
    totals = []
    for target, of in zip(whole, (present, past)):
        lines = target.lines or [0]
        totals.append([len(target.files), sum(lines), round(statistics.median(lines)),
                       max((part.largest_circle for part in of.values()), default=0), target.public_names])
    show("all", *totals)


sys.exit(main())
