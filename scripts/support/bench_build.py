"""Measures the cost of a mocked protocol in a clean debug build.

The result is the CPU time of a package that mocks the protocol with `@Mocked`, with and without a test that runs
`.mocked`, compared with the same package with a handwritten mock.

The CPU time includes all processes, user and system, so a busy machine has little effect. In every round, the packages
are built from scratch, in turn. The library is in a folder `checkouts`, where SwiftPM keeps dependencies.
"""

import argparse
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "App", platforms: [.macOS(.v13)], dependencies: [%s],
  targets: [.target(name: "App", dependencies: [%s])%s])
"""
PROTOCOL = """
public struct Tea: Codable, Equatable, Sendable {
  public var kind: String
  public var minutes: Int
}

%sprotocol TeaService: Sendable {
  func brew(_ kind: String) async throws -> Tea
  func stock(of kind: String) -> Int
  func clear() async
  var isOpen: Bool { get }
}
"""
TEST_TARGET = """,
    .testTarget(
      name: "AppTests", dependencies: ["App", .product(name: "MockLuaTesting", package: "MockLua")])"""
TEST = """import MockLuaTesting
import MockServices
import Testing
@testable import App

@Test(.mocked) func brews() async throws {
  let tea = MockTeaService()
  tea.on.brew("green") { Tea(kind: $0, minutes: 3) }
  #expect(try await tea.brew("green").minutes == 3)
}
"""
BY_HAND = """
final class MockTeaService: TeaService, @unchecked Sendable {
  var kinds: [String] = []
  var tea: Result<Tea, any Error> = .success(Tea(kind: "green", minutes: 3))
  var left = 0
  var isOpen = false

  func brew(_ kind: String) async throws -> Tea {
    kinds.append(kind)
    return try tea.get()
  }

  func stock(of kind: String) -> Int { left }
  func clear() async { kinds = [] }
}
"""


def write(folder: pathlib.Path, root: pathlib.Path | None, tests: bool = False):
    """Writes a package that mocks a protocol with the library in `root`, or by hand if `root` is None."""
    sources = folder / "Sources" / "App"
    sources.mkdir(parents=True)
    package, target, test_target, source = "", "", "", PROTOCOL % "" + BY_HAND
    if root:
        package = f'.package(name: "MockLua", path: "{root}")'
        target = '.product(name: "MockServices", package: "MockLua")'
        source = "import MockServices\n" + PROTOCOL % "@Mocked\n"
    if tests:
        test_target = TEST_TARGET
        (folder / "Tests" / "AppTests").mkdir(parents=True)
        (folder / "Tests" / "AppTests" / "AppTests.swift").write_text(TEST)
    (folder / "Package.swift").write_text(MANIFEST % (package, target, test_target))
    (sources / "App.swift").write_text(source)


def copy(root: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """Copies the library as a package's dependency: the files in git, in a folder `checkouts`."""
    target = folder / "checkouts" / "MockLua"
    names = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, check=True).stdout
    for name in filter(None, names.decode().split("\0")):
        if (root / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, target / name)
    return target


def seconds(package: pathlib.Path) -> float:
    """The CPU time of a clean debug build."""
    shutil.rmtree(package / ".build", ignore_errors=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # A separate cache, since another package may have built the same manifest before.
    run = subprocess.run(["swift", "build", "--build-tests", "--package-path", package, "--manifest-cache", "none"],
                         capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"bench build: {(run.stdout + run.stderr).strip()[-1500:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(os.path.realpath(name))
        packages = {kind: folder / kind for kind in ("tested", "mocked", "by-hand")}
        library = copy(options.root.resolve(), folder)
        write(packages["tested"], library, tests=True)
        write(packages["mocked"], library)
        write(packages["by-hand"], None)
        times = {kind: [] for kind in packages}
        for _ in range(options.rounds):
            for kind, package in packages.items():
                times[kind].append(seconds(package))
    print(f"a clean debug build, CPU seconds of all processes, {options.rounds} rounds:")
    for kind, values in times.items():
        print(f"  {kind:<8} min {min(values):6.1f}   median {statistics.median(values):6.1f}")
    print(f"  MockServices and its macros: {min(times['mocked']) - min(times['by-hand']):.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
