"""Checks the requirements of each library of the package against the table in products.txt.

For each library and each of its systems, these are the libraries and frameworks that an app links or loads with it.
They come from the manifest's graph, as evaluated for Apple's platforms and Linux, from the `import`s that a system
sees, and from the module maps. An app that loads a test framework doesn't start outside of a test, and Lua must only
occur where the table allows it.
"""

import argparse
import json
import pathlib

from check_apple import IMPORT, SYSTEM_NAMES, Target, active_lines, read_target, system_links
import report

# Modules of every toolchain, which need nothing else.
LANGUAGE = {"Swift", "Synchronization", "Observation", "_Concurrency"}
TEST_FRAMEWORKS = {"Testing", "XCTest", "XCUIAutomation"}
APPLE = {"Combine", "CryptoKit", "Darwin", "Foundation", "Security", "SwiftUI", "os"}
LINUX = {"Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc"}
# The products for apps, as opposed to those for tests.
APP_SIDE = {"MockServices", "HandMadeMocks", "MockDebugModes", "MockScenarios", "MockPreviews"}
SYSTEMS_WITHOUT_LUA = ("tvos", "watchos", "visionos")


class Graph:
    """The package's targets as evaluated for one system."""

    def __init__(self, root: pathlib.Path, package: dict, system: str):
        self.root, self.system = root, system
        self.targets = {data["name"]: read_target(root, data) for data in package["targets"]}
        self.products = {data["name"]: data["targets"] for data in package["products"] if "library" in data["type"]}
        self.frameworks = (LINUX if system == "linux" else APPLE | {"XCUIAutomation"}) | {"Testing", "XCTest"} | LANGUAGE

    def has_module(self, target: Target):
        return lambda module: module in self.frameworks or module in target.depends_on(self.system)

    def imports(self, target: Target) -> set[str]:
        found = set()
        for file in target.files(".swift"):
            for line in active_lines(file.read_text(), self.system, self.has_module(target)):
                if (match := IMPORT.match(line)) and match[1] in self.frameworks - LANGUAGE:
                    found.add(match[1])
        return found

    def needs(self, product: str) -> set[str]:
        """The libraries, packages, and frameworks that come with a product."""
        found: set[str] = set()
        names = list(self.products[product])
        for name in names:
            target = self.targets.get(name)
            if not target:
                found.add(f"package {name}")
                continue
            if target.kind == "macro":
                continue  # runs on the compiler's machine
            if target.kind == "system":
                found |= {f"lib{link}" for link in system_links(target)}
            found |= self.imports(target)
            names += [other for other in target.depends_on(self.system) if other not in names]
        return found


def table(linux: Graph, apple: dict[str, Graph]) -> tuple[str, list[str]]:
    """The table, and the rules for every table."""
    lines, failures = [], []
    for product in linux.products:
        needs = {system: graph.needs(product) for system, graph in [("linux", linux), *apple.items()]}
        has_lua = any("Lua" in need or "lua" in need for need in needs["ios"])
        for system, found in needs.items():
            if system in SYSTEMS_WITHOUT_LUA and has_lua:
                lines.append(f"{product}: {SYSTEM_NAMES[system]}: not there")
                continue
            lines.append(f"{product}: {SYSTEM_NAMES[system]}: {', '.join(sorted(found, key=str.lower))}")
            wrong = {need for need in found if need in TEST_FRAMEWORKS or "lua" in need.lower()}
            if product in APP_SIDE and wrong:
                failures.append(f"Package.swift: apps take `{product}`, which needs {', '.join(sorted(wrong))} on"
                                f" {SYSTEM_NAMES[system]}; move what needs it to a target for tests")
            strange = {need for need in found if need.startswith("lib")} - {"libz"}
            if product in APP_SIDE and system != "linux" and strange:
                failures.append(f"Package.swift: `{product}` needs {', '.join(sorted(strange))}, which"
                                f" {SYSTEM_NAMES[system]} lacks; add `condition: .when(platforms: [.linux])`")
    for product in sorted(APP_SIDE - set(linux.products)):
        failures.append(f"Package.swift: has no library `{product}`; correct check_products.py")
    return "\n".join(lines) + "\n", failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", required=True, type=pathlib.Path, help="the project's folder")
    parser.add_argument("--linux", required=True, type=pathlib.Path, help="what `dump-package` prints on Linux")
    parser.add_argument("--apple", required=True, type=pathlib.Path, help="what it prints of the Apple branch")
    parser.add_argument("--table", required=True, type=pathlib.Path, help="the committed table")
    parser.add_argument("--update", action="store_true", help="write the table instead of comparing it")
    options = parser.parse_args()
    root = options.root.resolve()
    apple = json.loads(options.apple.read_text())
    graphs = {system: Graph(root, apple, system) for system in SYSTEM_NAMES if system != "linux"}
    actual, failures = table(Graph(root, json.loads(options.linux.read_text()), "linux"), graphs)
    if options.update:
        options.table.write_text(actual)
    expected = options.table.read_text().splitlines() if options.table.exists() else []
    for line in sorted(set(actual.splitlines()) - set(expected)):
        failures.append(f"{options.table.name}: lacks the line `{line}`; correct it, or run `scripts/check-apple update`")
    for line in sorted(set(expected) - set(actual.splitlines())):
        failures.append(f"{options.table.name}: `{line}` is wrong; correct it, or run `scripts/check-apple update`")
    report.finish("check-apple", failures, f"{len(actual.splitlines())} lines list the requirements of the products")


main()
