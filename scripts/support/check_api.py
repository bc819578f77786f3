"""Compares the public API of the libraries with a committed list, so that it only grows deliberately.

The list has one declaration per line, by module: its path and its declaration. The cases of an enum are on the line of
the enum, the conformances of a type on the line of the type, and the default of a protocol's member on the line of that
member. Members that a public protocol requires (`encode(to:)`, `==`, the initializer of a literal) are implied by the
conformance, so they have no line. Neither do members that the compiler adds. A name that begins with an underscore is
for code that macros generate, and is hidden from documentation and completion. Each module's heading has the total
number of its public names, and the number of each of these kinds.
"""

import argparse
import collections
import difflib
import enum
import json
import pathlib
import subprocess
import sys
import tempfile

from symbol_graphs import extract

# The modules in the order of the layers. Additions to another module's types are listed with the module.
MODULES = [
    "MockPlatform", "MockData", "LuaRuntime", "MockConfiguration", "MockCalls", "MockSessions",
    "MockContainer", "MockServices", "HandMadeMocks", "MockServicesTesting", "MockDebugModes", "MockPreviews",
    "MockHTTP", "MockHTTPServer", "MockScenarios", "MockScenariosXCTest", "MockLua", "MockLuaTesting",
    "MockLuaTools",
]
CASE = "swift.enum.case"
HEADER = "# The public API, written by `scripts/check-api update`."
PUBLIC = {"public", "open"}
# Implicit conformances of nearly every type.
COMMON = {"Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype", "Swift.BitwiseCopyable"}


class Kind(enum.Enum):
    """The kind of a public name, as in a module's heading."""

    DECLARATION = "declarations"
    CASE = "cases"
    ASKED = "required by conformances"
    DEFAULT = "defaults of requirements"
    GENERATED = "for generated code"
    ADDED = "that the compiler adds"


class Api:
    """The declarations of all modules, which refer to each other's types."""

    def __init__(self):
        self.symbols: dict[str, dict] = {}
        self.modules: dict[str, str] = {}
        self.hidden: set[tuple[str, ...]] = set()
        self.conformances: dict[str, set[str]] = collections.defaultdict(set)
        self.origins: dict[str, str] = {}
        self.defaults: dict[str, str] = {}
        self.names: dict[str, str] = {}

    def add(self, module: str, folder: pathlib.Path):
        for file in sorted(folder.glob("*.symbols.json")):
            graph = json.loads(file.read_text())
            for symbol in graph["symbols"]:
                name = symbol["identifier"]["precise"]
                self.symbols[name] = symbol
                self.modules[name] = module
                self.names[name] = ".".join(symbol["pathComponents"])
                if symbol["accessLevel"] not in PUBLIC:
                    self.hidden.add(tuple(symbol["pathComponents"]))
            for relation in graph["relationships"]:
                source, target = relation["source"], relation["target"]
                if "sourceOrigin" in relation:
                    self.origins[source] = relation["sourceOrigin"]["identifier"]
                if relation["kind"] == "defaultImplementationOf":
                    self.defaults[source] = target
                if relation["kind"] == "conformsTo" and relation.get("targetFallback") not in COMMON:
                    name = relation.get("targetFallback", target)
                    constraints = ", ".join(
                        self.constraint(one) for one in relation.get("swiftConstraints", [])
                        if "Swift." + one["rhs"] not in COMMON)
                    where = " where " + constraints if constraints else ""
                    self.conformances[source].add((module, target, name, where))

    @staticmethod
    def constraint(one: dict) -> str:
        sign = {"conformance": ":", "superclass": ":"}.get(one["kind"], "==")
        return f"{one['lhs']} {sign} {one['rhs']}"

    def is_public(self, name: str) -> bool:
        """Whether a declaration and all its enclosing declarations are public, so that users can refer to it."""
        symbol = self.symbols.get(name)
        if symbol is None:
            return True
        path = symbol["pathComponents"]
        return symbol["accessLevel"] in PUBLIC and not any(
            tuple(path[:end]) in self.hidden for end in range(1, len(path)))

    def is_asked_for(self, name: str) -> bool:
        """Whether a declaration is a requirement of a public protocol."""
        origin = self.origins.get(name)
        return origin is not None and origin != self.defaults.get(name) and self.is_public(origin)

    def conformances_of(self, name: str, module: str) -> str:
        texts = set()
        for where, target, shown, constraint in self.conformances[name]:
            if where == module and self.is_public(target):
                shown = self.names.get(target, shown).removeprefix("Swift.").removeprefix("_Concurrency.")
                texts.add(shown + constraint)
        return f" [{', '.join(sorted(texts))}]" if texts else ""

    def lines(self, module: str) -> tuple[list[str], collections.Counter]:
        """The sorted declarations of one module, and the number of names of each kind."""
        cases: dict[str, list[str]] = collections.defaultdict(list)
        shown, foreign, counts = [], set(), collections.Counter()
        with_default = {self.defaults[name] for name in self.defaults if self.is_public(name)}
        for name, symbol in self.symbols.items():
            if self.modules[name] != module or not self.is_public(name):
                continue
            path = symbol["pathComponents"]
            if any(is_generated(part) for part in path):
                kind = Kind.GENERATED
            elif "location" not in symbol:
                kind = Kind.ADDED
            elif symbol["kind"]["identifier"] == CASE:
                kind = Kind.CASE
            elif self.is_asked_for(name):
                kind = Kind.ASKED
            elif name in self.defaults:
                kind = Kind.DEFAULT
            else:
                kind = Kind.DECLARATION
            counts[kind] += 1
            # The compiler's own declarations have no location in a source file.
            if "location" not in symbol:
                continue
            if symbol["kind"]["identifier"] == CASE:
                cases[".".join(path[:-1])].append(path[-1])
            elif not self.is_asked_for(name) and name not in self.defaults:
                shown.append((".".join(path), text_of(symbol), name))
        lines = []
        for path, text, name in shown:
            names = f" {{ {', '.join(sorted(cases[path]))} }}" if path in cases else ""
            default = " (has a default)" if name in with_default else ""
            lines.append(f"{path}: {text}{names}{default}{self.conformances_of(name, module)}")
        # Types of other modules with conformances here.
        for name in self.conformances:
            conformances = self.conformances_of(name, module)
            if self.modules.get(name) != module and conformances and self.is_public(name):
                foreign.add(f"{self.names.get(name, demangled(name))}: extension{conformances}")
        return sorted([*lines, *foreign]), counts


def demangled(name: str) -> str:
    text = subprocess.run(["swift-demangle", "-simplified", "-compact", "$" + name.replace(":", "")],
                          capture_output=True, text=True).stdout
    return text.strip()


def text_of(symbol: dict) -> str:
    """The declaration on one line, without attributes that don't matter to users."""
    text = "".join(part["spelling"] for part in symbol["declarationFragments"])
    return " ".join(text.split())


def is_generated(name: str) -> bool:
    """Whether a name, or the first label of an initializer, begins with an underscore."""
    return name.startswith("_") or "(_" in name and "(_:" not in name


def list_of(build: pathlib.Path, root: pathlib.Path, target: str) -> tuple[list[str], str]:
    """The complete list, and the number of names in it."""
    api, text, counts = Api(), [HEADER], collections.Counter()
    for module in MODULES:
        with tempfile.TemporaryDirectory() as folder:
            # Internal declarations too, since a graph of public ones omits names with an underscore.
            extract(build, root, target, module, pathlib.Path(folder), "internal")
            api.add(module, pathlib.Path(folder))
    for module in MODULES:
        lines, own = api.lines(module)
        counts += own
        text += ["", f"## {module}: {words(own)}", *lines]
    return text, words(counts)


def words(counts: collections.Counter) -> str:
    parts = ", ".join(f"{counts[kind]} {kind.value}" for kind in Kind if counts[kind])
    return f"{counts.total()} public names" + (f": {parts}" if parts else "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--target", required=True)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    committed = options.root / "scripts" / "support" / "api.txt"
    products = (options.root / "scripts" / "support" / "products.txt").read_text().splitlines()
    if missing := {line.split(":")[0] for line in products if ":" in line} - set(MODULES):
        print(f"check-api: the list lacks {', '.join(sorted(missing))}; add it to MODULES", file=sys.stderr)
        return 1
    lines, counts = list_of(options.build, options.root, options.target)
    if options.update:
        committed.write_text("\n".join(lines) + "\n")
        print(f"check-api: {counts}")
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
