"""Checks on any machine the parts of this package that Apple's platforms would compile.

- The manifest's branch for Apple's platforms is evaluated, and its graph compared with apple-graph.txt.
- No target that apps on Apple's platforms use depends on a library that only Linux distributions have.
- Imports of modules that Apple's platforms lack are in conditions, in sources and in tests.
- The sources compile for each of Apple's systems, in the oldest version that the package supports. Conditions are
  decided as on that system, the toolchain's own modules are retargeted (apple_modules.py), and modules of Apple's SDK
  are stubs (apple-stubs/, combine/) with only the declarations that are used. APIs that are too new for a system don't
  compile.
- No function body takes the type checker long.
- A release build of an example app contains no mocks.
- The C code compiles as on Apple's platforms, against stubs of headers (apple-headers/), and calls only functions in
  apple-symbols.txt.

It can't detect: a member that Foundation has on Linux but not on Apple's platforms, or only in newer systems; different
values in the C library; and the C functions that Swift calls.
"""

import argparse
import concurrent.futures
import csv
import dataclasses
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from ruamel.yaml import YAML

from apple_modules import SYSTEMS, Toolchain
import report

# Targets for macOS and Linux only: the command, and code that starts processes.
# C targets that compile without their library if the compiler doesn't find its header.
WITH_OR_WITHOUT_LIBRARY = {"CYAMLReader"}
NOT_FOR_IOS = {
    "CHTTPServer", "CLineEditor", "CYAMLReader", "InspectorPage", "MockHTTPServer", "FileEmbedder", "LanguageReference",
    "MockInspector", "MockLuaBenchmarks",
    "MockLuaCLI", "SessionLauncher",
}
# The names of the systems in the package.
SYSTEM_NAMES = {
    "linux": "Linux", "macos": "macOS", "ios": "iOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS",
}
PLATFORMS = {"macos": "macOS", "ios": "iOS"}
# How many scopes the constraint solver may open for one body. On the machine where this was chosen, 10,000 of them take
# 150 ms. With more, another compiler or SDK may refuse the body.
MOST_SCOPES = 10_000
# The milliseconds after which a body's scopes are counted. A body with too many scopes takes three times as long.
SUSPICIOUS_BODY = 50
BODY_TIME = re.compile(r"^(\d+\.\d+)ms\t(.+?):(\d+):\d+\t(.*)\n?", re.M)
# Makes C code see the headers and definitions of Apple's platforms.
C_FLAGS = [
    "-std=gnu17", "-fmodules", "-Wall", "-Wextra", "-Werror", "-Wno-builtin-macro-redefined", "-U__linux__",
    # Apple's headers declare everything by default. The list of symbols finds the differences.
    "-U__gnu_linux__", "-Ulinux", "-D_GNU_SOURCE=", "-D__APPLE__=1", "-D__MACH__=1", "-DMOCKLUA_COMPILES_LUA",
]
# Names on Linux of functions that have other names on Apple's platforms.
C_ALIASES = {
    "__errno_location": "__error", "__isoc99_sscanf": "sscanf", "__isoc23_strtol": "strtol",
    "__isoc23_strtoll": "strtoll", "__isoc23_strtoull": "strtoull", "__isoc23_sscanf": "sscanf",
}
# A line of apple-symbols.txt.
SYMBOL = re.compile(r"^\w+ (?:CommonCrypto|Libc|Libinfo|Libm|dyld|libedit|libmalloc|libpthread|xnu) [\w./-]+\.h$")
C_OWN = re.compile(r"^(MHD_|gnutls_|wslay_|yaml_|mocklua_|mockplatform_|luai?_|luaL_|luaopen_|_GLOBAL_OFFSET_TABLE_|std(in|out|err)$)")
# Modules of this machine's toolchain that Apple's platforms have as well, and ObjectiveC, which only they have, and
# only tests use.
SHARED_MODULES = {
    "Dispatch", "Foundation", "ObjectiveC", "Observation", "RegexBuilder", "Swift", "Synchronization", "Testing",
}
# On Apple's platforms, FoundationNetworking is a part of Foundation, and MockServicesExpansion is a part of the macros.
# With AppleFoundation.swift, importing Foundation includes FoundationNetworking here, too.
MISSING_MODULES = {
    "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "Glibc", "MockServicesExpansion",
    "Musl",
}
FOUNDATION = re.compile(r"^(\s*(?:@preconcurrency\s+)?(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+)Foundation\s*$")
# Expressions that can overflow a 32-bit `Int` without a diagnostic from the compiler.
TOO_WIDE = re.compile(r"^(?!.*U?Int64).*(\b1 << (?:3[1-9]|[4-9]\d)\b)|(\bInt\([\w.]+\) &?\* 1_000_000(?:_000)?\b)")
# The stubs to leave out for each system, because the system doesn't have the framework.
MISSING_STUBS = {
    "tvos": {"EventKit", "FoundationModels"}, "watchos": {"FoundationModels"}, "visionos": set(),
}
# Libraries that system module maps may link, since all of Apple's SDKs include them.
SHARED_LIBRARIES = {"z"}
# Code in an app that uses mocks: `@Mocked`, a handwritten mock, and functions that install mocks.
MOCKING = re.compile(
    r"@Mocked\b|@MockService\b|@MockMethod\b|\bMockService(?:Bootstrap|Registry)\b|\bMock\w+Service\b"
    r"|\bimport\s+(?:MockScenarios|MockLua|MockPreviews|HandMadeMocks)\b")
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:class|struct|enum|protocol|func|var|let|typealias)\s+)?(\w+)")
DIRECTIVE = re.compile(r"^\s*#(if|elseif|else|endif)\b(.*)$")
TOKEN = re.compile(r"\s*(&&|\|\||!|\(|\)|(?:os|canImport|targetEnvironment|arch|hasFeature)\s*\(\s*[\w.]+\s*\)"
                   r"|(?:swift|compiler)\s*\(\s*>=?\s*[\d.]+\s*\)|\w+)")


def inside_texts(lines: list[str]):
    """Yields for each line whether it begins inside a multiline string literal, such as a test's generated file."""
    is_inside = False
    for line in lines:
        yield is_inside
        if line.count('"""') % 2:
            is_inside = not is_inside


class Unknown(Exception):
    """A condition that can't be decided."""


@dataclasses.dataclass
class Target:
    """A target of the package, with the properties that this check needs."""

    name: str
    kind: str
    folder: pathlib.Path
    excluded: list[str]
    # The names of its dependencies, each with its platforms; empty for all.
    dependencies: dict[str, list[str]]
    flags: list[str]
    # The subfolders that contain its files; empty for all.
    sources: list[str] = dataclasses.field(default_factory=list)
    # Files from other folders.
    more: list[pathlib.Path] = dataclasses.field(default_factory=list)
    # Whether it's an app, which users get without mocks.
    is_app: bool = False

    def depends_on(self, platform: str) -> list[str]:
        return [name for name, only in self.dependencies.items() if not only or platform in only]

    def files(self, suffix: str) -> list[pathlib.Path]:
        found = sorted(self.folder.rglob(f"*{suffix}"))
        found = [file for file in found
                 if str(file.relative_to(self.folder)).split("/")[0] not in self.excluded
                 and (not self.sources or file.relative_to(self.folder).parts[0] in self.sources)
                 and not any(part.endswith(".docc") for part in file.parts)]
        return found + [file for file in self.more if file.name.endswith(suffix)]


def read_target(root: pathlib.Path, data: dict) -> Target:
    default = "Tests" if data["type"] == "test" else "Sources"
    dependencies = {}
    for dependency in data["dependencies"]:
        # The condition of a product comes after the name of its package.
        for kind, place in (("byName", 1), ("target", 1), ("product", 3)):
            if kind in dependency:
                condition = dependency[kind][place] or {}
                dependencies[dependency[kind][0]] = condition.get("platformNames", [])
    flags = []
    for setting in data.get("settings", []):
        kind = setting["kind"]
        if setting["tool"] == "swift" and "enableUpcomingFeature" in kind:
            flags += ["-enable-upcoming-feature", kind["enableUpcomingFeature"]["_0"]]
        if setting["tool"] == "swift" and "unsafeFlags" in kind:
            flags += kind["unsafeFlags"]["_0"]
    return Target(
        data["name"], data["type"], root / (data.get("path") or f"{default}/{data['name']}"),
        data.get("exclude", []), dependencies, flags, data.get("sources") or [])


def decide(condition: str, platform: str, has_module, is_debug: bool = True) -> bool:
    """Decides the condition of an `#if` for a platform."""
    words, position = [], 0
    condition = condition.split("//")[0].strip()
    while position < len(condition):
        match = TOKEN.match(condition, position)
        if not match:
            raise Unknown(condition)
        position = match.end()
        word = match[1]
        call = re.match(r"(\w+)\s*\(\s*(?:>=?\s*)?([\w.]+)\s*\)$", word)
        if word in ("&&", "||", "!"):
            words.append({"&&": "and", "||": "or", "!": "not"}[word])
        elif word in ("(", ")"):
            words.append(word)
        elif word in ("true", "false"):
            words.append(word.capitalize())
        elif not call:
            words.append(str(word == "DEBUG" and is_debug))  # the only flag that is set
        elif call[1] == "os":
            words.append(str(call[2] == SYSTEM_NAMES[platform]))
        elif call[1] == "canImport":
            words.append(str(has_module(call[2].split(".")[0])))
        elif call[1] in ("swift", "compiler"):
            words.append("True")
        elif call[1] == "targetEnvironment":
            words.append("False")
        else:
            raise Unknown(condition)
    return bool(eval(" ".join(words), {"__builtins__": {}}))  # only the words from above


def active_lines(text: str, platform: str, has_module, is_debug: bool = True):
    """Returns each line as the platform sees it: empty if a condition excludes it."""
    # For each open condition, whether its branch is active, and whether an earlier branch was.
    open_conditions: list[list[bool]] = []
    in_string = False
    for line in text.split("\n"):
        match = None if in_string else DIRECTIVE.match(line)
        if line.count('"""') % 2:
            in_string = not in_string
        if not match:
            yield line if all(now for now, _ in open_conditions) else ""
            continue
        word, condition = match.groups()
        if word == "if":
            outside = all(now for now, _ in open_conditions)
            now = outside and decide(condition, platform, has_module, is_debug)
            open_conditions.append([now, now or not outside])
        elif word == "elseif":
            now = not open_conditions[-1][1] and decide(condition, platform, has_module, is_debug)
            open_conditions[-1] = [now, now or open_conditions[-1][1]]
        elif word == "else":
            open_conditions[-1] = [not open_conditions[-1][1], True]
        else:
            open_conditions.pop()
        yield ""


def xcode_targets(root: pathlib.Path) -> list[Target]:
    """The targets of the examples that Xcode builds, for iOS."""
    found = []
    for file in sorted(root.glob("examples/*/project.yml")):
        for name, data in YAML(typ="safe").load(file.read_text())["targets"].items():
            paths = [file.parent / (source if isinstance(source, str) else source["path"])
                     for source in data["sources"]]
            # In this project, a product has the same name as its target.
            products = {entry["product"]: ["ios"] for entry in data["dependencies"] if "product" in entry}
            more = [path for path in paths[1:] if path.is_file()]
            found.append(Target(name, "xcode", paths[0], [], products, [], [], more, data["type"] == "application"))
    return found


def write_if_changed(file: pathlib.Path, text: str):
    """Writes a file if its content has changed, since the compiler looks at the modification time of some files."""
    if file.is_file() and file.read_text() == text:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def system_links(target: Target) -> set[str]:
    """The libraries that a system module links."""
    text = "".join(file.read_text() for file in target.folder.glob("*.modulemap"))
    return set(re.findall(r'link\s+"([^"]+)"', text))


def apple_package(root: pathlib.Path, folder: pathlib.Path) -> dict:
    """The manifest's result for macOS: evaluated on this machine, with its conditions decided as on macOS."""
    lines = active_lines((root / "Package.swift").read_text(), "macos", lambda module: module == "Darwin")
    # The sources aren't needed, and the environment answers the questions of the manifest's branch about the machine.
    (folder / "Package.swift").write_text("\n".join(lines))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MOCKLUA_")}
    run = subprocess.run(
        ["swift", "package", "--package-path", str(folder), "dump-package"], capture_output=True, text=True,
        env=environment)
    if run.returncode != 0:
        sys.exit(f"check-apple: Package.swift: is not valid as macOS sees it:\n{run.stderr.strip()}")
    return json.loads(run.stdout)


def graph_lines(package: dict) -> str:
    """The graph of a package in readable form: its systems, packages, libraries, and targets."""
    lines = [f"system {entry['platformName']} {entry['version']}" for entry in package["platforms"]]
    for dependency in package["dependencies"]:
        for entry in dependency.get("sourceControl", []):
            location = entry["location"]["remote"][0]["urlString"]
            lines.append(f"package {location} {json.dumps(entry['requirement'], sort_keys=True)}")
        for entry in dependency.get("fileSystem", []):
            lines.append(f"package folder {entry['path']}")
    for product in package["products"]:
        kind = next(iter(product["type"]))
        lines.append(f"{kind} product {product['name']}: {', '.join(product['targets'])}")
    for target in package["targets"]:
        names = []
        for dependency in target["dependencies"]:
            kind, values = next(iter(dependency.items()))
            package_name = f" of {values[1]}" if kind == "product" else ""
            systems = (values[-1] or {}).get("platformNames", [])
            names.append(values[0] + package_name + (f" on {'/'.join(systems)}" if systems else ""))
        extra = f" pkg-config {target['pkgConfig']}" if target.get("pkgConfig") else ""
        lines.append(f"{target['type']} {target['name']}{extra}: {', '.join(names)}".rstrip())
    return "\n".join(lines) + "\n"


class Checker:
    """Collects failures, so that one run shows them all."""

    def __init__(self, root: pathlib.Path, package: dict, plugin: pathlib.Path, toolchain: Toolchain):
        self.root, self.plugin, self.toolchain = root, plugin, toolchain
        self.versions = {entry["platformName"]: entry["version"] for entry in package["platforms"]}
        support = pathlib.Path(__file__).parent
        self.stub_files = [*(support / "apple-stubs").glob("*.swift"), support / "combine" / "Combine.swift"]
        self.stub_names = {stub.stem for stub in self.stub_files}
        self.targets = {data["name"]: read_target(root, data) for data in package["targets"]}
        self.targets |= {target.name: target for target in xcode_targets(root)}
        self.failures: list[str] = []
        # The generated file of each target.
        self.generated: dict[str, pathlib.Path] = {}
        self.compiled = 0

    def chain(self, name: str, platform: str, is_end) -> list[str] | None:
        """The shortest path along dependencies to a target that `is_end` accepts."""
        ways = [[name]]
        seen = {name}
        for way in ways:
            target = self.targets.get(way[-1])
            if not target:
                continue
            if is_end(target):
                return way
            if target.name in WITH_OR_WITHOUT_LIBRARY:
                continue
            for dependency in target.depends_on(platform):
                if dependency not in seen:
                    seen.add(dependency)
                    ways.append([*way, dependency])
        return None

    def is_only_on_linux(self, target: Target) -> bool:
        if target.kind != "system":
            return False
        links = system_links(target)
        return not links or not links <= SHARED_LIBRARIES

    def checked_targets(self) -> list[Target]:
        """The targets of apps on Apple's platforms, each after its dependencies."""
        found: list[Target] = []

        def visit(target: Target):
            if target in found or target.kind not in ("regular", "macro", "executable", "xcode"):
                return
            for name in target.dependencies:
                if name in self.targets:
                    visit(self.targets[name])
            found.append(target)

        for target in self.targets.values():
            visit(target)
        for target in found:
            for platform, shown in PLATFORMS.items():
                if target.name in NOT_FOR_IOS:
                    continue
                way = self.chain(target.name, platform, self.is_only_on_linux)
                if way:
                    self.failures.append(
                        f"Package.swift: `{target.name}` depends on a library that {shown} lacks:"
                        f" {' -> '.join(way)}; add a condition to the dependency:"
                        " `.when(platforms: [.linux])`")
                    break
        return found

    def has_module(self, target: Target, platform: str):
        """Returns whether the platform has a module for this target."""
        # For tests, indirect dependencies count too, since they use the code under test with its imports.
        known = self.all_dependencies(target, platform) if target.kind == "test" else target.depends_on(platform)

        def answer(module: str) -> bool:
            if module in self.targets:
                return module in known
            if module in MISSING_MODULES | self.missing_stubs(platform):
                return False
            if module in SHARED_MODULES | self.stub_names:
                return True
            raise Unknown(f"canImport({module})")
        return answer

    def prepare(self, target: Target, platform: str, folder: pathlib.Path) -> list[str]:
        """Writes a target's sources as the platform sees them, and returns their paths."""
        has_module = self.has_module(target, platform)
        paths = []
        for file in target.files(".swift"):
            path = file.relative_to(self.root)
            try:
                lines = list(active_lines(file.read_text(), platform, has_module))
            except Unknown as unknown:
                self.failures.append(
                    f"{path}: this check cannot decide `{unknown}`; add a stub, or a rule in"
                    " check_apple.py")
                continue
            texts = list(inside_texts(lines))
            for number, line in enumerate(lines, 1):
                match = None if texts[number - 1] else IMPORT.match(line)
                if match and not self.may_import(match[1], has_module):
                    self.failures.append(
                        f"{path}:{number}: imports `{match[1]}`, which `{target.name}` does not have on"
                        f" {SYSTEMS[platform].shown}; put it under `#if canImport({match[1]})`")
            lines = [
                line if is_text else FOUNDATION.sub(r"\1Foundation; \1FoundationNetworking; \1AppleFoundation", line)
                for line, is_text in zip(lines, texts)]
            write_if_changed(folder / path, "\n".join(lines))
            paths.append(str(path))
        if generated := self.generated.get(target.name):
            # Files of two targets can have the same name.
            copy = folder / target.name / generated.name
            write_if_changed(copy, generated.read_text())
            paths.append(str(copy.relative_to(folder)))
        return paths

    def check_width(self, target: Target):
        """Checks that a target for watches has no numbers that require a 64-bit `Int`."""
        for file in target.files(".swift"):
            for number, line in enumerate(file.read_text().split("\n"), 1):
                if match := TOO_WIDE.search(line.split("//")[0]):
                    self.failures.append(
                        f"{file.relative_to(self.root)}:{number}: `{match[1] or match[2]}` is too large for the `Int` of a"
                        " watch; compute it as `Int64`")

    def check_release(self, target: Target):
        """Checks that a released app has no mocks."""
        for file in target.files(".swift"):
            lines = active_lines(file.read_text(), "ios", self.has_module(target, "ios"), is_debug=False)
            for number, line in enumerate(lines, 1):
                if match := MOCKING.search(line.split("//")[0]):
                    self.failures.append(
                        f"{file.relative_to(self.root)}:{number}: a release build has `{match[0]}`; put it under"
                        " `#if DEBUG`")

    @staticmethod
    def may_import(module: str, has_module) -> bool:
        if re.match(r"Swift[A-Z]", module):
            return True  # part of swift-syntax; the compiler reports whether it exists
        try:
            return has_module(module)
        except Unknown:
            return False

    def module(
            self, what: str, arguments: list[str], folder: pathlib.Path, state: pathlib.Path, seen: str,
            needed: list[concurrent.futures.Future]) -> bool:
        """Compiles a module; false if the module or one of its dependencies doesn't compile."""
        if not all(module.result() for module in needed):
            return False
        if state.is_file() and state.read_text() == seen:
            return True
        state.unlink(missing_ok=True)
        status, errors, share = self.frontend(arguments, folder)
        if status != 0:
            self.failures.append(f"{what} does not compile:\n{BODY_TIME.sub('', errors).strip()}")
        elif self.is_quick(arguments, folder, errors, share):
            state.write_text(seen)
        return status == 0

    def frontend(self, arguments: list[str], folder: pathlib.Path) -> tuple[int, str, float]:
        """Runs the compiler. Returns its status, its messages, and its share of processor time."""
        with tempfile.TemporaryFile() as messages:
            start = time.monotonic()
            process = subprocess.Popen(
                [self.toolchain.frontend, "-swift-version", "6", "-parse-as-library", "-suppress-warnings",
                 "-enable-testing", *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=messages)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            elapsed = time.monotonic() - start
            messages.seek(0)
            text = messages.read().decode(errors="replace")
        return process.returncode, text, min(1, (usage.ru_utime + usage.ru_stime) / elapsed)

    def is_quick(self, arguments: list[str], folder: pathlib.Path, messages: str, share: float) -> bool:
        """Whether the type checker is quick with every body.

        A time by the clock depends on the machine, and the first body of a file also pays for loading modules. So the
        time only chooses the bodies to look at. For these, the compiler counts the solver's scopes, which is the same
        number on every machine.
        """
        slow = {entry[1:] for entry in BODY_TIME.findall(messages) if float(entry[0]) * share > SUSPICIOUS_BODY}
        others = [argument for argument in arguments if argument not in ("-emit-module", "-typecheck")]
        if "-o" in others:
            product = others.index("-o")
            del others[product:product + 2]
        is_quick = True
        for place, line, what in sorted(slow):
            file = place.removeprefix(f"{folder}/")
            # A macro's expansion isn't a file that can be compiled.
            if file.startswith("@__swiftmacro_"):
                continue
            rest = [argument for argument in others if argument != file]
            scopes = self.scopes(["-typecheck", *rest, "-primary-file", file], file, int(line), folder)
            if scopes <= MOST_SCOPES:
                continue
            is_quick = False
            name = what.split("@")[0].split(").")[-1]
            self.failures.append(
                f"{file}:{line}: `{name}` takes the type checker {scopes} scopes; give its expressions types, or split"
                f" them, until it takes at most {MOST_SCOPES}")
        return is_quick

    def scopes(self, arguments: list[str], file: str, line: int, folder: pathlib.Path) -> int:
        """The number of scopes that the constraint solver opens for the body on a line.

        The compiler traces the counter at the start and end of each statement and expression that it checks. It checks
        the attributes of all functions before the first body, so only the lines from the body's first statement, its
        braces, to the end of this statement count. The end of an event is missing if no counter changed since the last
        event, and a macro's expansion is not in the file. So the body ends where something outside begins.
        """
        with tempfile.TemporaryDirectory() as statistics:
            _, messages, _ = self.frontend(
                [*arguments, "-stats-output-dir", statistics, "-trace-stats-events"], folder)
            trace = next(pathlib.Path(statistics).glob("trace-*.csv")).read_text()
        # The body's braces open before the next body starts.
        starts = sorted({int(entry[2]) for entry in BODY_TIME.findall(messages)})
        next_start = next((start for start in starts if start > line), sys.maxsize)
        place = re.compile(re.escape(file) + r":(\d+):\d+ - line:(\d+):")
        count, first, last, end, is_inside = 0, 0, 0, None, False
        for row in csv.DictReader(io.StringIO(trace)):
            if row["CounterName"] == "Sema.NumConstraintScopes":
                count = int(row["CounterValue"])
            match = place.search(row["EntityRange"] or "")
            if not match or row["EventName"] not in ("typecheck-expr", "typecheck-stmt"):
                continue
            start = int(match[1])
            if end is None and row["EventName"] == "typecheck-stmt" and line <= start < next_start:
                first, end = count, int(match[2])
            was_inside, is_inside = is_inside, end is not None and line <= start <= end
            if was_inside or is_inside:
                last = count
        return (count if is_inside else last) - first

    def module_map(self, target: Target, system: str, folder: pathlib.Path) -> list[str]:
        """Makes a C target or a system library available to the compiler as a module."""
        own = [*target.folder.glob("module.modulemap"), *target.folder.glob("include/module.modulemap")]
        place = folder / "modules" / target.name
        place.mkdir(parents=True, exist_ok=True)
        if own:
            text = own[0].read_text()
            text = re.sub(r'header "([^"]+)"', lambda match: f'header "{own[0].parent / match[1]}"', text)
        else:
            # The C headers are this machine's, so conditions on the system are decided here.
            shutil.rmtree(place / "include", ignore_errors=True)
            for header in sorted((target.folder / "include").glob("*.h")):
                seen = re.sub(r"#include <TargetConditionals.h>\n", "", header.read_text())
                for name, value in (("defined(__APPLE__)", 1), ("defined(__linux__)", 0),
                                    ("TARGET_OS_OSX", int(system == "macos"))):
                    seen = seen.replace(name, str(value))
                write_if_changed(place / "include" / header.name, seen)
            text = f'module {target.name} {{ umbrella "include" export * }}\n'
        write_if_changed(place / "module.modulemap", text)
        return ["-I", f"modules/{target.name}"]

    def seen(self, paths: list[str], needed: list[str], arguments: list[str], folder: pathlib.Path) -> str:
        """A line that changes whenever the compiler's input for a module or its dependencies changes."""
        digest = hashlib.sha256("\n".join(arguments).encode())
        for path in paths:
            digest.update((folder / path).read_bytes())
        for name in needed:
            digest.update(self.current.get(name, name).encode())
        return digest.hexdigest()

    def check_system(
            self, system: str, version: str, targets: list[Target], folder: pathlib.Path,
            pool: concurrent.futures.Executor) -> list[concurrent.futures.Future]:
        """Starts to compile the targets. Returns the module of each, in dependency order."""
        (folder / "modules").mkdir(parents=True, exist_ok=True)
        flags, _ = self.toolchain.retarget(SYSTEMS[system], version)
        # Stubs come before the toolchain's modules, because its XCTest is different.
        flags = ["-I", "modules", *flags, "-package-name", "mocklua"]
        # Checking one system is enough to find slow bodies.
        if system == "macos":
            flags.append("-debug-time-function-bodies")
        # The digest of each module compiled for this system so far.
        self.current: dict[str, str] = {"MockServicesMacros": hashlib.sha256(self.plugin.read_bytes()).hexdigest()}
        clang: dict[str, list[str]] = {}
        modules: dict[str, concurrent.futures.Future[bool]] = {}
        stubs = [stub for stub in self.ordered_stubs() if stub.stem not in self.missing_stubs(system)]
        for stub in stubs:
            self.add(system, stub.stem, [str(stub)], [], flags, folder, modules, pool)
        for target in targets:
            if not self.is_for(target, system):
                continue
            dependencies = self.all_dependencies(target, system)
            for dependency in [*dependencies, target.name]:
                known = self.targets.get(dependency)
                if known and dependency not in clang and (known.kind == "system" or known.files(".c")):
                    clang[dependency] = self.module_map(known, system, folder)
            paths = self.prepare(target, system, folder)
            if not paths:
                continue
            arguments = [
                *flags, *target.flags, *[flag for name in dependencies for flag in clang.get(name, [])],
                "-load-plugin-executable", f"{self.plugin}#MockServicesMacros"]
            needed = [stub.stem for stub in stubs] + dependencies
            self.add(system, target.name, paths, needed, arguments, folder, modules, pool, target.kind != "test")
        return list(modules.values())

    def add(
            self, system: str, name: str, paths: list[str], needed: list[str], arguments: list[str], folder: pathlib.Path,
            modules: dict[str, concurrent.futures.Future], pool: concurrent.futures.Executor, has_module: bool = True):
        """Starts to compile a module, unless an earlier run has already done so."""
        # A stub can import earlier ones.
        needed = [other for other in needed or list(modules) if other in modules]
        seen = self.seen(paths, ["MockServicesMacros", *needed], arguments, folder)
        self.current[name] = seen
        product = ["-emit-module", "-o", f"modules/{name}.swiftmodule"] if has_module else ["-typecheck"]
        # Each task in the pool waits only for earlier tasks, so at least one can always make progress.
        modules[name] = pool.submit(
            self.module, f"`{name}` for {SYSTEMS[system].shown}", [*product, "-module-name", name, *arguments, *paths],
            folder, folder / "modules" / f"{name}.txt", seen, [modules[other] for other in needed])

    def is_for(self, target: Target, system: str) -> bool:
        """Whether a system can have a target with all its dependencies."""
        if target.kind == "xcode":
            return system == "ios"
        # `swift test` runs tests only on macOS.
        if target.kind == "test" and system != "macos":
            return False
        if target.kind == "macro" or target.name == "MockServicesExpansionTests":
            return system == "macos"  # a macro runs on the compiler's machine
        known = [target.name, *self.all_dependencies(target, system)]
        if system != "macos" and any(name in NOT_FOR_IOS for name in known):
            return False
        return system in PLATFORMS or "CMockLua" not in known

    def all_dependencies(self, target: Target, platform: str) -> list[str]:
        found: list[str] = []
        names = target.depends_on(platform)
        for name in names:
            if name in self.targets and name not in found:
                found.append(name)
                names.extend(self.targets[name].depends_on(platform))
        return found

    def ordered_stubs(self) -> list[pathlib.Path]:
        """The stubs, with those that import others at the end."""
        def imports_stub(stub: pathlib.Path) -> bool:
            matches = map(IMPORT.match, stub.read_text().split("\n"))
            return any(match and match[1] in self.stub_names for match in matches)
        return sorted(self.stub_files, key=lambda stub: (imports_stub(stub), stub.stem))

    @staticmethod
    def missing_stubs(system: str) -> set[str]:
        return MISSING_STUBS.get(system, set())

    def check(self, systems: list[str], with_tests: bool, folder: pathlib.Path):
        targets = self.checked_targets()
        for target in targets:
            if target.is_app:
                self.check_release(target)
        tests = [target for target in self.targets.values() if target.kind == "test"]
        if not with_tests:
            # Compile only the imports of tests. Compiling all tests would take minutes.
            with tempfile.TemporaryDirectory() as seen:
                for target in tests:
                    self.prepare(target, "macos", pathlib.Path(seen))
        for target in targets:
            if self.is_for(target, "watchos"):
                self.check_width(target)
        self.toolchain.prepare()
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            modules = [module for system in systems for module in self.check_system(
                system, self.versions[system], targets + tests if with_tests else targets, folder / system, pool)]
        self.compiled = sum(module.result() for module in modules)


class CChecker:
    """Compiles the C code as for Apple's platforms."""

    def __init__(self, targets: list[Target], lua: str):
        self.targets, self.lua = targets, lua
        support = pathlib.Path(__file__).parent
        self.headers = support / "apple-headers"
        self.failures: list[str] = []
        self.symbols = set()
        for number, line in enumerate((support / "apple-symbols.txt").read_text().splitlines(), 1):
            if line.startswith("#"):
                continue
            if not SYMBOL.match(line):
                self.failures.append(f"apple-symbols.txt:{number}: write `NAME REPOSITORY PATH`: the Apple header that"
                                     " declares it")
            self.symbols.add(line.split(" ")[0])
        self.compiled = 0
        self.called: set[str] = set()

    def check(self, folder: pathlib.Path):
        for target in self.targets:
            for platform in PLATFORMS:
                if platform == "macos" or target.name not in NOT_FOR_IOS:
                    for file in target.files(".c"):
                        self.compile(file, target, platform, folder / "object.o")

    def compile(self, file: pathlib.Path, target: Target, platform: str, product: pathlib.Path):
        place = f"{target.name}/{file.name}"
        is_macos = int(platform == "macos")
        run = subprocess.run(
            ["clang", *C_FLAGS, f"-DTARGET_OS_OSX={is_macos}", f"-DTARGET_OS_IPHONE={1 - is_macos}", "-I",
             str(self.headers), *self.lua.split(), "-I", str(target.folder / "include"), "-c", str(file), "-o",
             str(product)], capture_output=True, text=True)
        if run.returncode != 0:
            self.failures.append(f"{place}: does not compile for {PLATFORMS[platform]}:\n{run.stderr.strip()}")
            return
        self.compiled += 1
        run = subprocess.run(["llvm-nm", "--undefined-only", "--format=just-symbols", str(product)],
                             capture_output=True, text=True, check=True)
        for name in run.stdout.split():
            name = C_ALIASES.get(name, name)
            if C_OWN.match(name):
                continue
            self.called.add(name)
            if name not in self.symbols:
                self.failures.append(
                    f"{place}: calls `{name}`, which apple-symbols.txt does not have; add it there with the Apple header"
                    " that declares it, or put it under `#ifdef __linux__`")

    def check_list(self):
        for name in sorted(self.symbols - self.called):
            self.failures.append(f"apple-symbols.txt: nothing calls `{name}` anymore; remove it")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", required=True, type=pathlib.Path, help="the project's folder")
    parser.add_argument("--package", required=True, type=pathlib.Path, help="where the Apple branch's graph goes")
    parser.add_argument("--plugin", required=True, type=pathlib.Path, help="the built macros")
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="where modules stay from run to run")
    parser.add_argument(
        "--generated", required=True, action="append", metavar="TARGET=FILE", help="what the build generated")
    parser.add_argument("--lua", required=True, help="the compiler's flags for Lua's headers")
    parser.add_argument("--quick", action="store_true", help="only macOS and iOS, and no tests")
    parser.add_argument("--systems", nargs="+", choices=SYSTEMS, help="only these systems, and no tests")
    parser.add_argument("--update", action="store_true", help="write the graph instead of comparing it")
    options = parser.parse_args()
    root = options.root.resolve()
    with tempfile.TemporaryDirectory() as folder:
        package = apple_package(root, pathlib.Path(folder))
    options.package.write_text(json.dumps(package))
    checker = Checker(root, package, options.plugin.resolve(), Toolchain(options.folder.resolve() / "toolchain"))
    committed, graph = pathlib.Path(__file__).parent / "apple-graph.txt", graph_lines(package)
    if options.update:
        committed.write_text(graph)
    old, new = committed.read_text().splitlines(), graph.splitlines()
    checker.failures += [f"apple-graph.txt: lacks `{line}`; correct it, or run `scripts/check-apple update`"
                         for line in new if line not in old]
    checker.failures += [f"apple-graph.txt: `{line}` is not in the graph; correct it, or run `scripts/check-apple"
                         " update`" for line in old if line not in new]
    checker.generated = {
        target: pathlib.Path(path).resolve()
        for target, path in (generated.split("=", 1) for generated in options.generated)
    }
    systems = options.systems or list(PLATFORMS if options.quick else SYSTEMS)
    with_tests = not options.quick and not options.systems
    checker.check(systems, with_tests, options.folder.resolve())
    with_c = CChecker([target for target in checker.targets.values() if target.files(".c")], options.lua)
    with tempfile.TemporaryDirectory() as folder:
        with_c.check(pathlib.Path(folder))
    with_c.check_list()
    failures = list(dict.fromkeys(checker.failures + with_c.failures))
    shown = ", ".join(f"{SYSTEMS[system].shown} {checker.versions[system]}" for system in systems)
    report.finish("check-apple", failures, f"the manifest gives macOS {len(new)} packages, products and targets as committed")
    print(f"check-apple: {checker.compiled} modules compile for {shown}", file=sys.stderr)
    print(f"check-apple: {with_c.compiled} objects of C compile so, and call {len(with_c.called)} functions that"
          " Apple's systems have", file=sys.stderr)


if __name__ == "__main__":
    main()
