"""Compares the public API of the libraries with a committed list, so that it grows by decision.

The list has one declaration a line, by module: the way to it and how it is declared. The cases of an enum stand
on the line of the enum. What the compiler adds by itself is left out. A name that begins with an underscore is
for code that macros generate, and is counted apart.
"""

import argparse
import collections
import difflib
import json
import pathlib
import subprocess
import sys
import tempfile

# In the order of the layers; what a module adds to another one's types is listed with the module.
MODULES = [
    "ValueForms", "LuaRuntime", "MockPlatform", "MockData", "MockConfiguration", "MockCalls", "MockSessions",
    "MockContainer", "MockServices", "HandMadeMocks", "MockServicesTesting", "MockDebugModes", "MockPreviews",
    "MockScenarios", "MockScenariosXCTest", "MockLua", "MockLuaTesting",
]
CASE = "swift.enum.case"
HEADER = "# The public API, written by `scripts/check-api update`."


def extract(build: pathlib.Path, root: pathlib.Path, target: str, module: str, folder: pathlib.Path):
    """Writes the symbol graphs of a module that has been built."""
    maps = [*build.glob("C*.build/module.modulemap"), *root.glob("modulemaps/*/module.modulemap")]
    command = ["swift-symbolgraph-extract", "-module-name", module, "-I", build / "Modules", "-target", target,
               "-output-dir", folder, "-minimum-access-level", "public", "-skip-inherited-docs",
               "-skip-synthesized-members"]
    flags = subprocess.run(["pkg-config", "--cflags", "lua5.4"], capture_output=True, text=True)
    for flag in [*flags.stdout.split(), *(f"-fmodule-map-file={path}" for path in maps)]:
        command += ["-Xcc", flag]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"check-api: {module}: {run.stderr.strip()}\nbuild the package first: swift build")


def text_of(symbol: dict) -> str:
    """The declaration on one line, without attributes that say nothing to its users."""
    text = "".join(part["spelling"] for part in symbol["declarationFragments"])
    return " ".join(text.split())


def lines_of(folder: pathlib.Path) -> list[str]:
    """The declarations of one module, sorted."""
    declarations: dict[str, list[str]] = collections.defaultdict(list)
    cases: dict[str, list[str]] = collections.defaultdict(list)
    for file in sorted(folder.glob("*.symbols.json")):
        for symbol in json.loads(file.read_text())["symbols"]:
            # The compiler's own declarations have no place in a source.
            if "location" not in symbol:
                continue
            path = symbol["pathComponents"]
            if symbol["kind"]["identifier"] == CASE:
                cases[".".join(path[:-1])].append(path[-1])
            else:
                declarations[".".join(path)].append(text_of(symbol))
    lines = []
    for path, texts in declarations.items():
        names = f" {{ {', '.join(sorted(cases[path]))} }}" if path in cases else ""
        lines += [f"{path}: {text}{names}" for text in texts]
    return sorted(lines)


def is_for_generated_code(line: str) -> bool:
    return any(name.startswith("_") for name in line.split(":")[0].split("."))


def list_of(build: pathlib.Path, root: pathlib.Path, target: str) -> tuple[list[str], int, int]:
    """The whole list, how many declarations it has, and how many more are for generated code."""
    text, count, generated = [HEADER], 0, 0
    for module in MODULES:
        with tempfile.TemporaryDirectory() as folder:
            extract(build, root, target, module, pathlib.Path(folder))
            lines = lines_of(pathlib.Path(folder))
        own = sum(not is_for_generated_code(line) for line in lines)
        count, generated = count + own, generated + len(lines) - own
        text += ["", f"## {module}: {own}, and {len(lines) - own} for generated code", *lines]
    return text, count, generated


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--target", required=True)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    committed = options.root / "scripts" / "support" / "api.txt"
    lines, count, generated = list_of(options.build, options.root, options.target)
    counts = f"{count} public declarations, and {generated} for generated code"
    if options.update:
        committed.write_text("\n".join(lines) + "\n")
        print(f"check-api: the list has {counts}")
        return 0
    known = committed.read_text().splitlines() if committed.exists() else []
    changes = [line for line in difflib.unified_diff(known, lines, lineterm="", n=0)
               if not line.startswith(("---", "+++", "@@", "+##", "-##"))]
    if known == lines:
        print(f"check-api: {counts}, as committed")
        return 0
    print("\n".join(changes), file=sys.stderr)
    print("check-api: the public API is not the committed one (+ is new, - is gone); make it `package`, or run "
          "`scripts/check-api update` and commit the list", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
