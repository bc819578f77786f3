"""Checks which APIs in the sources are newer than the oldest systems that the package supports.

The compiler on Linux doesn't check on which systems an API is available. It records every use in its index of the
build, and `swift-symbolgraph-extract` lists the version that introduced each API. The two together produce the table in
docs/platforms.md. Each use must be in a file with `@available` or `#available`. For an API of Apple's SDK, which
isn't in an index on Linux, the table contains the version in Apple's documentation, and the file must name it.
"""

import argparse
import collections
import ctypes
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import report

MODULES = [
    "Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Observation", "RegexBuilder", "Dispatch",
    "FoundationEssentials", "Foundation", "Testing",
]
DOMAINS = {"macos": "macOS", "ios": "iOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS"}
FOLDERS = ("Sources", "Tests", "examples")
ROW = re.compile(r"^\| `(?P<name>[^`]+)` \| (?P<since>[^|]+) \| (?P<files>`[^|]+`) \| (?P<guard>[^|]+) \|$")
GUARD = re.compile(r"@available\((?:macOS|iOS) \d|#(?:un)?available\((?:macOS|iOS) \d")

# APIs that the compiler uses automatically if they exist, with an older alternative elsewhere.
CHOSEN = {
    "next(isolation:)": "`for await` takes `next()`",
    "FixedWidthInteger.&*(_:_:)": "the operator is in an extension as well",
}
# The roles of an occurrence in the index: a reference, a call.
USES = (1 << 2) | (1 << 5)


def version(data: dict) -> tuple[int, int]:
    return data.get("major", 0), data.get("minor", 0)


def newer_symbols(floors: dict[str, tuple[int, int]], target: str, folder: pathlib.Path) -> dict[str, dict]:
    """Each public symbol that is newer than the floor, by the compiler's name, with its own name and its version."""
    found = {}
    for module in MODULES:
        run = subprocess.run(
            ["swift-symbolgraph-extract", "-module-name", module, "-target", target, "-output-dir", str(folder),
             "-minimum-access-level", "public", "-skip-inherited-docs"], capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"check-apple: swift-symbolgraph-extract fails for {module}: {run.stderr.strip()}")
    for graph in folder.glob("*.symbols.json"):
        for symbol in json.loads(graph.read_text())["symbols"]:
            since = {entry["domain"]: version(entry["introduced"])
                     for entry in symbol.get("availability", []) if "introduced" in entry}
            if any(since.get(DOMAINS[name], (0, 0)) > floor for name, floor in floors.items()):
                found[symbol["identifier"]["precise"]] = {
                    "name": ".".join(symbol["pathComponents"]), "since": since}
    return found


class Index:
    """The compiler's index of a build, with the uses of each symbol."""

    def __init__(self, library: pathlib.Path, store: pathlib.Path):
        self.api = ctypes.CDLL(str(library))
        for name in ("store_create", "unit_reader_create", "record_reader_create", "unit_dependency_get_name",
                     "occurrence_get_symbol"):
            getattr(self.api, f"indexstore_{name}").restype = ctypes.c_void_p
        self.api.indexstore_occurrence_get_roles.restype = ctypes.c_uint64
        self.store = self.api.indexstore_store_create(str(store).encode(), None)
        if not self.store:
            sys.exit(f"check-apple: {store} cannot be read; build again")

    class Text(ctypes.Structure):
        """A string from the library."""

        _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

        def string(self) -> str:
            return ctypes.string_at(self.data, self.length).decode() if self.length else ""

    def text(self, function: str, argument) -> str:
        call = getattr(self.api, f"indexstore_{function}")
        call.restype = self.Text
        return call(ctypes.c_void_p(argument)).string()

    def apply(self, function: str, subject, body, *flags):
        """Calls `body` with each pointer or string that the library enumerates."""
        takes_text = function == "store_units"
        item = self.Text if takes_text else ctypes.c_void_p
        kind = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, item)

        def step(_, value):
            body(value.string() if takes_text else value)
            return True

        getattr(self.api, f"indexstore_{function}_apply_f")(ctypes.c_void_p(subject), *flags, None, kind(step))

    def uses(self, root: pathlib.Path, wanted: dict[str, dict]) -> dict[str, set[str]]:
        """The files of the package that use each symbol, by the compiler's name."""
        found: dict[str, set[str]] = collections.defaultdict(set)
        units: list[str] = []
        self.apply("store_units", self.store, units.append, ctypes.c_uint(0))
        self.units = 0
        for unit in units:
            reader = self.api.indexstore_unit_reader_create(ctypes.c_void_p(self.store), unit.encode(), None)
            file = pathlib.Path(self.text("unit_reader_get_main_file", reader))
            inside = file.is_relative_to(root) and file.exists()
            name = str(file.relative_to(root)) if inside else ""
            if name.split("/")[0] not in FOLDERS:
                continue
            self.units += 1
            records: list[str] = []

            def note(dependency):
                if self.api.indexstore_unit_dependency_get_kind(ctypes.c_void_p(dependency)) == 2:
                    path = self.text("unit_dependency_get_filepath", dependency)
                    if pathlib.Path(path) == file:
                        records.append(self.text("unit_dependency_get_name", dependency))

            self.apply("unit_reader_dependencies", reader, note)
            for record in records:
                self.read(record, name, wanted, found)
        return found

    def read(self, record: str, file: str, wanted: dict[str, dict], found: dict[str, set[str]]):
        reader = self.api.indexstore_record_reader_create(ctypes.c_void_p(self.store), record.encode(), None)

        def note(occurrence):
            if not self.api.indexstore_occurrence_get_roles(ctypes.c_void_p(occurrence)) & USES:
                return
            symbol = self.api.indexstore_occurrence_get_symbol(ctypes.c_void_p(occurrence))
            usr = self.text("symbol_get_usr", symbol)
            if usr in wanted:
                found[usr].add(file)

        self.apply("record_reader_occurrences", reader, note)


def shown(since: dict[str, tuple[int, int]]) -> str:
    def number(value: tuple[int, int]) -> str:
        return f"{value[0]}.{value[1]}" if value[1] else str(value[0])
    return ", ".join(f"{name} {number(since[name])}" for name in ("iOS", "macOS") if name in since)


def used(options, floors) -> dict[str, tuple[str, set[str]]]:
    """For each type or global symbol, the version that introduced it, and the files that use it."""
    with tempfile.TemporaryDirectory() as folder:
        newer = newer_symbols(floors, options.target, pathlib.Path(folder))
    index = Index(options.library, options.store)
    uses = index.uses(options.root, newer)
    # An index that wasn't written, or an empty list of symbols, must not pass the check.
    if index.units < 200 or "Mutex" not in {symbol["name"] for symbol in newer.values()}:
        sys.exit(f"check-apple: the index has only {index.units} files, or the symbols no systems; build again")
    names: dict[str, tuple[str, set[str]]] = {}
    for usr, files in uses.items():
        since = shown(newer[usr]["since"])
        name = newer[usr]["name"]
        if name in CHOSEN or name.split(".")[-1] in CHOSEN:
            continue
        parent = name.rsplit(".", 1)[0]
        whole = {symbol["name"]: symbol for symbol in newer.values()}.get(parent)
        if whole and shown(whole["since"]) == since:
            name = parent
        known = names.setdefault(name, (since, set()))
        known[1].update(files)
    return names


def read_table(article: pathlib.Path) -> dict[str, tuple[str, set[str], str]]:
    rows = {}
    for line in article.read_text().splitlines():
        if match := ROW.match(line):
            files = set(re.findall(r"`([^`]+)`", match["files"]))
            rows[match["name"]] = (match["since"].strip(), files, match["guard"].strip())
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", required=True, type=pathlib.Path, help="the project's folder")
    parser.add_argument("--package", required=True, type=pathlib.Path, help="what `dump-package` prints")
    parser.add_argument("--store", required=True, type=pathlib.Path, help="the index of the build")
    parser.add_argument("--library", required=True, type=pathlib.Path, help="the toolchain's libIndexStore.so")
    parser.add_argument("--target", required=True, help="the triple that the toolchain builds for")
    parser.add_argument("--article", required=True, type=pathlib.Path, help="the article with the table")
    options = parser.parse_args()
    options.root = options.root.resolve()
    floors = {entry["platformName"]: tuple(map(int, entry["version"].split(".")))[:2]
              for entry in json.loads(options.package.read_text())["platforms"]
              if entry["platformName"] in DOMAINS}
    actual, table, failures = used(options, floors), read_table(options.article), []
    article = options.article.resolve().relative_to(options.root)
    for name, (since, files) in sorted(actual.items()):
        if name not in table:
            failures.append(f"{', '.join(sorted(files))}: `{name}` is available from {since} on; use something older, or"
                            f" guard it, and add a row to {article}")
        elif table[name][:2] != (since, files):
            shown_files = ", ".join(f"`{file}`" for file in sorted(files))
            failures.append(f"{article}: the row of `{name}` must be | {since} | {shown_files} |")
        for file in sorted(files):
            if not GUARD.search((options.root / file).read_text()):
                failures.append(f"{file}: `{name}` is available from {since} on, and nothing in the file guards it:"
                                " write `@available` or `#available`")
    for name in sorted(set(table) - set(actual)):
        word = re.split(r"[(]", name)[0].split(".")[-1]
        for file in sorted(table[name][1]):
            path = options.root / file
            text = path.read_text() if path.exists() else ""
            if not (re.search(rf"\b{word}\b", text) and "#if canImport(" in text and GUARD.search(text)):
                failures.append(f"{article}: `{name}` is not used in {file} anymore, or not under `#if canImport` and"
                                " `@available`; correct the row")
    report.finish("check-apple", failures, f"{len(actual)} APIs came after the floor, each is guarded")


main()
