"""Retargets the modules of this machine's toolchain to Apple's systems, for the compiler.

The toolchain's modules contain the availability of every declaration on each of Apple's systems. The compiler only
requires that they were compiled for its target triple. The triple is a single string in the file, so a copy with
another triple of the same length is a module for macOS, iOS, or another system. Clients then get the real availability
errors.

- C code is compiled as for this machine: `-clang-target` is its own triple.
- On watches with 32-bit pointers `Int` is a different type. The standard library is compiled from its interfaces, with
  integers as wide as `Int32`. The other modules find them by name.
- visionOS has the APIs of iOS as of the version that its SDK specifies, so visionOS gets an SDK with only that table.
- swift-testing and swift-syntax come only as interfaces, and are compiled here once.

Foundation and Dispatch have the declarations of Linux: their annotations only cover later additions.
"""

import dataclasses
import hashlib
import json
import pathlib
import re
import shutil
import subprocess


@dataclasses.dataclass(frozen=True)
class System:
    """One of Apple's systems, and the oldest version that the package supports."""

    name: str
    shown: str
    architecture: str
    # The system's name in a triple.
    os: str

    def triple(self, version: str, length: int) -> str:
        """The triple for a version, padded to a length with zeros before the version."""
        start = f"{self.architecture}-apple-{self.os}"
        whole = int(version.removesuffix(".0"))
        return start + str(whole).zfill(length - len(start))

    @property
    def has_narrow_integers(self) -> bool:
        return self.architecture == "arm64_32"


SYSTEMS = {
    system.name: system for system in [
        System("macos", "macOS", "x86_64", "macos"), System("ios", "iOS", "arm64", "ios"),
        System("tvos", "tvOS", "arm64", "tvos"), System("watchos", "watchOS", "arm64_32", "watchos"),
        System("visionos", "visionOS", "arm64", "xros"),
    ]
}
# The subfolder of the compiler's resources that holds the files for this machine's own system.
LINUX = "linux"
# The parts of the standard library that the package uses, each module after its imports.
LIBRARY = [
    "Swift", "SwiftOnoneSupport", "_Concurrency", "_RegexParser", "_StringProcessing", "_Builtin_float", "Glibc",
    "Observation", "RegexBuilder",
]
# The contents of `SDKSettings.json` in the visionOS SDK, according to the compiler's own tests (swiftlang/swift,
# test/Availability): the versions of iOS, and the equivalent versions of visionOS.
VISIONOS = {
    "17.1": "1.0", "17.4": "1.1", "17.5": "1.2", "18.0": "2.0", "18.1": "2.1", "18.2": "2.2", "18.3": "2.3", "18.4": "2.4",
    "18.5": "2.5", "18.6": "2.6", "26.0": "26.0",
}
# The modules for writing macros, each after the modules that it imports.
SYNTAX = [
    "SwiftSyntax", "SwiftBasicFormat", "SwiftDiagnostics", "SwiftParser", "SwiftOperators", "SwiftParserDiagnostics",
    "SwiftSyntaxBuilder", "SwiftIfConfig", "SwiftSyntaxMacros", "SwiftSyntaxMacroExpansion",
]


class Toolchain:
    """The compiler, its own triple, and the location of its modules."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.frontend = str(pathlib.Path(shutil.which("swift-frontend")).resolve())
        information = json.loads(subprocess.run(
            [self.frontend, "-print-target-info"], capture_output=True, text=True, check=True).stdout)
        self.triple = information["target"]["triple"]
        self.version = information["compilerVersion"]
        self.resources = pathlib.Path(information["paths"]["runtimeResourcePath"])
        self.modules = self.resources / LINUX
        self.plugins = self.resources / "host" / "plugins"

    def prepare(self):
        """Writes the files for all systems: resources without Linux's, C library, swift-testing."""
        state = self.folder / "toolchain.txt"
        now = self.version + hashlib.sha256(pathlib.Path(__file__).read_bytes()).hexdigest() + "\n"
        if not state.is_file() or state.read_text() != now:
            shutil.rmtree(self.folder, ignore_errors=True)
        resources = self.folder / "resources"
        resources.mkdir(parents=True, exist_ok=True)
        for entry in self.resources.iterdir():
            link = resources / entry.name
            if entry.name != LINUX and not link.is_symlink():
                link.symlink_to(entry)
        architecture = self.triple.split("-")[0]
        headers = [
            {"name": name, "type": "file", "external-contents": str(self.modules / architecture / own)}
            for name, own in (("module.modulemap", "glibc.modulemap"), ("SwiftGlibc.h", "SwiftGlibc.h"))
        ]
        (self.folder / "headers.yaml").write_text(json.dumps(
            {"version": 0, "roots": [{"name": "/usr/include", "type": "directory", "contents": headers}]}))
        self.compiled = self.folder / "compiled"
        self.compiled.mkdir(exist_ok=True)
        for name, place in [("Testing", self.modules), *((name, self.resources / "host") for name in SYNTAX)]:
            module = self.compiled / f"{name}.swiftmodule"
            if not module.is_file():
                # A module contains its source file's name, so this name doesn't include the triple.
                interface = shutil.copy(
                    place / f"{name}.swiftmodule" / f"{self.triple}.swiftinterface",
                    self.compiled / f"{name}.swiftinterface")
                self.run([
                    "-compile-module-from-interface", "-module-name", name, "-target", self.triple, "-module-cache-path",
                    str(self.folder / "cache"), "-I", str(self.compiled), "-o", str(module), str(interface)])
        state.write_text(now)

    def run(self, arguments: list[str]):
        run = subprocess.run([self.frontend, *arguments], capture_output=True, text=True)
        if run.returncode != 0:
            raise SystemExit(f"check-apple: the toolchain's modules cannot be retargeted:\n{run.stderr.strip()[:4000]}")

    def flags(self, triple: str) -> list[str]:
        """The compiler flags for a triple, without those for the modules."""
        return [
            "-target", triple, "-clang-target", self.triple, "-disable-objc-interop",
            "-resource-dir", str(self.folder / "resources"), "-module-cache-path", str(self.folder / "cache"),
            "-vfsoverlay", str(self.folder / "headers.yaml"),
            "-Xcc", "-fmodule-map-file=/usr/include/module.modulemap",
            "-Xcc", "-Xclang", "-Xcc", "-fbuiltin-headers-in-system-modules",
        ]

    def retarget(self, system: System, version: str) -> tuple[list[str], str]:
        """Creates the modules for a system, and returns the compiler's flags and the triple."""
        triple = system.triple(version, len(self.triple))
        folder = self.folder / system.name
        done = folder / "done.txt"
        if not done.is_file() or done.read_text() != triple:
            folder.mkdir(exist_ok=True)
            originals = {file.parent.stem: file for file in self.modules.glob(f"*.swiftmodule/{self.triple}.swiftmodule")}
            originals |= {file.stem: file for file in self.compiled.glob("*.swiftmodule")}
            for name, file in originals.items():
                self.copy(name, file, triple, folder)
            overlays = self.modules / "Testing.swiftcrossimport"
            shutil.copytree(overlays, folder / overlays.name, dirs_exist_ok=True)
            if system.has_narrow_integers:
                self.narrow(triple, folder)
            if system.os == "xros":
                versions = {"iOS_visionOS": VISIONOS, "visionOS_iOS": {new: old for old, new in VISIONOS.items()}}
                (folder / "SDKSettings.json").write_text(json.dumps(
                    {"Version": "26.0", "MaximumDeploymentTarget": "26.0.99", "VersionMap": versions}))
            done.write_text(triple)
        # The C importer looks for headers in the SDK, but this SDK doesn't have any.
        headers = [f"/usr/include/{self.triple.split('-')[0]}-linux-gnu", "/usr/include"]
        sdk = ["-sdk", str(folder)] if system.os == "xros" else []
        sdk += [flag for header in headers if sdk for flag in ("-Xcc", "-idirafter", "-Xcc", header)]
        plugins = ["-plugin-path", str(self.plugins), "-plugin-path", str(self.plugins / "testing")]
        # Foundation's own code has an Int of a different width. Clients don't need that code, since nothing runs.
        code = ["-Xllvm", "-sil-disable-pass=mandatory-linker"] if system.has_narrow_integers else []
        return [*self.flags(triple), *sdk, *code, "-I", str(folder), *plugins], triple

    def copy(self, name: str, file: pathlib.Path, triple: str, folder: pathlib.Path):
        data = file.read_bytes()
        old = self.triple.encode()
        if data.count(old) != 1:
            raise SystemExit(f"check-apple: {file} names its triple {data.count(old)} times, and not once: the compiler has"
                             " changed; update scripts/support/apple_modules.py")
        (folder / f"{name}.swiftmodule").write_bytes(data.replace(old, triple.encode()))

    def narrow(self, triple: str, folder: pathlib.Path):
        """Compiles the standard library with 32-bit integers."""
        # Clients look for the interfaces, so keep them.
        interfaces = self.folder / "narrow"
        interfaces.mkdir(exist_ok=True)
        for name in LIBRARY:
            text = (self.modules / f"{name}.swiftmodule" / f"{self.triple}.swiftinterface").read_text()
            text = narrowed(text) if name == "Swift" else re.sub(r"@backDeployed\([^)]*\)", "", text)
            interface = interfaces / f"{name}.swiftinterface"
            # Compiling without optimization takes half the time.
            interface.write_text(text.replace(self.triple, triple).replace(" -O ", " -Onone "))
            mode = ["-parse-stdlib"] if " -parse-stdlib " in text else []
            self.run([
                "-compile-module-from-interface", "-module-name", name, *mode, "-disable-availability-checking",
                *self.flags(triple), "-I", str(folder), "-o", str(folder / f"{name}.swiftmodule"), str(interface)])


def narrowed(text: str) -> str:
    """The interface of the standard library with `Int` and `UInt` as wide as `Int32` and `UInt32`.

    Their declarations become copies of the narrow types' declarations. Elsewhere, only code that passes an integer's bits to
    compiler built-ins must use the other width.
    """
    for name, sign in (("Int", "s"), ("UInt", "z")):
        for start in ("@frozen public struct {} :", "extension Swift.{} : Swift.Hashable",
                      "extension Swift.{} : Swift.SIMDScalar"):
            wide, narrow = declaration(text, start.format(name)), declaration(text, start.format(f"{name}32"))
            # The index of a vector's element is an Int32 in all of them.
            copy = re.sub(r"(?<!Builtin\.)\b(U?Int)32\b(?!\(truncatingIfNeeded: index)", r"\1", narrow)
            if start.startswith("@frozen"):
                copy = copy.removesuffix("}\n") + (
                    "  @_transparent public init(_ _v: Builtin.Word) {"
                    " self._value = Builtin.truncOrBitCast_Word_Int32(_v) }\n"
                    "  @_transparent public var _builtinWordValue: Builtin.Word { @_transparent get {"
                    f" return Builtin.{sign}extOrBitCast_Int32_Word(_value) }} }}\n}}\n")
            text = text.replace(wide, copy)
    for pattern, new in (
            # Vectors of integers also have slower members for all types.
            (r"(?ms)^extension Swift\.SIMD(?:\d+ where Scalar == Swift\.U?Int"
             r"|Mask where Storage == Swift\.SIMD\d+<Swift\.U?Int>) \{.*?\n\}\n", ""),
            # The lowest word of another integer, and an integer made of such a word.
            (r"([sz]extOrBitCast_Int(?:8|16|32)_)Int64(?=\(_value\)\n? *\))", r"\1Int32"),
            (r"[sz]extOrBitCast_Int64_Int64(?=\(_value\)\n? *\))", "truncOrBitCast_Int64_Int32"),
            (r"UInt\(Builtin\.trunc_Int128_Int64", "UInt(Builtin.trunc_Int128_Int32"),
            (r"truncOrBitCast_Int64_(Int(?:8|16|32))\(bits\._value", r"truncOrBitCast_Int32_\1(bits._value"),
            (r"truncOrBitCast_Int64_Int64\(bits\._value", "zextOrBitCast_Int32_Int64(bits._value"),
            # Floating-point numbers.
            (r"([su]itofp_)Int64(_\w+\(extended\._value)", r"\1Int32\2"),
            (r"(init\(_ v: Swift\.U?Int\) \{\s+_value = Builtin\.[su]itofp_)Int64", r"\1Int32"),
            (r"return Int\(Builtin\.assumeNonNegative_Int64", "return Int(Builtin.assumeNonNegative_Int32"),
            # A bit of a pointer, and bodies for later systems, some of which are left out.
            (r"return 0x4000_0000_0000_0000\b", "return 0x4000_0000"),
            (r"@backDeployed\([^)]*\)", "")):
        text = re.sub(pattern, new, text)
    return text


def declaration(text: str, start: str) -> str:
    """A complete top-level declaration in an interface, by its first words."""
    found = text.index(start)
    return text[found:text.index("\n}\n", found) + 3]
