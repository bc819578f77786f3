"""Checks that the examples only need the public API, like code outside of this package.

Within the package they can also use `package` declarations, so their normal build wouldn't report that.
"""

import argparse
import pathlib
import re
import subprocess
import sys

# The source folders of each target, in dependency order.
FOLDERS = [
    "examples/BankingApp/Sources/BankingKit", "examples/BankingApp/Sources/BankingPresets",
    "examples/BankingApp/Sources/BankingApp", "examples/BankingApp/Tests",
    "examples/Reservation/Sources", "examples/Reservation/Tests", "examples/Shop/Sources", "examples/Shop/Tests",
    "examples/DebugModes/Sources/DebugModesKit", "examples/DebugModes/Tests", "examples/WeatherApp/UnitTests",
]
# Files that are compiled together with a folder, as in its Xcode target.
MORE = {
    "examples/WeatherApp/UnitTests": [
        "examples/WeatherApp/Sources/LiveWeatherService.swift", "examples/WeatherApp/Sources/WeatherService.swift",
    ],
}


def problems(folder: str, root: pathlib.Path, build: pathlib.Path) -> list[str]:
    """The compiler's errors for a folder's sources under the name of another package."""
    maps = [*build.glob("C*.build/module.modulemap"), *root.glob("modulemaps/*/module.modulemap")]
    flags = subprocess.run(["pkg-config", "--cflags", "lua5.4"], capture_output=True, text=True).stdout.split()
    command = ["swiftc", "-typecheck", "-swift-version", "6", "-package-name", "outside", "-module-name", "Outside",
               "-D", "DEBUG",
               "-I", build / "Modules",
               "-load-plugin-executable", f"{build}/MockServicesMacros-tool#MockServicesMacros"]
    for flag in [*flags, *(f"-fmodule-map-file={path}" for path in maps)]:
        command += ["-Xcc", flag]
    files = [*sorted((root / folder).rglob("*.swift")), *(root / file for file in MORE.get(folder, []))]
    run = subprocess.run([*command, *files], capture_output=True, text=True)
    found = re.findall(r"^\S+\.swift:\d+:\d+: error: .*$", run.stderr, re.MULTILINE)
    if run.returncode != 0 and not found:
        found = [f"{folder}: {run.stderr.strip()[-2000:]}"]
    return sorted(set(found))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=pathlib.Path, required=True, help="the folder of the package")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="the folder of a debug build")
    arguments = parser.parse_args()
    found = []
    for folder in FOLDERS:
        if not any((arguments.root / folder).rglob("*.swift")):
            found.append(f"{folder}: no sources; name the folder where they are now")
            continue
        found += problems(folder, arguments.root, arguments.build)
    for problem in found:
        print(f"check-api: {problem}; an example can only use the public API", file=sys.stderr)
    if not found:
        print(f"check-api: the sources in {len(FOLDERS)} folders of examples use only the public API")
    sys.exit(1 if found else 0)


main()
