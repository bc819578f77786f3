"""The symbol graphs of built modules, as the compiler writes them."""

import pathlib
import subprocess
import sys


def extract(build: pathlib.Path, root: pathlib.Path, target: str, module: str, folder: pathlib.Path,
            access: str = "public", *options: str):
    """Writes the symbol graphs of a module to a folder: its own, and one for each module whose types it extends.

    `access` is the minimum access level of a declaration. Names with an underscore are left out unless it is
    `internal`.
    """
    maps = [*build.glob("C*.build/module.modulemap"), *root.glob("modulemaps/*/module.modulemap")]
    command = ["swift-symbolgraph-extract", "-module-name", module, "-I", build / "Modules", "-target", target,
               "-output-dir", folder, "-minimum-access-level", access, "-skip-inherited-docs",
               "-skip-synthesized-members", *options]
    flags = subprocess.run(["pkg-config", "--cflags", "lua5.4"], capture_output=True, text=True)
    for flag in [*flags.stdout.split(), *(f"-fmodule-map-file={path}" for path in maps)]:
        command += ["-Xcc", flag]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        name = pathlib.Path(sys.argv[0]).stem.replace("_", "-")
        sys.exit(f"{name}: {module}: {run.stderr.strip()}\nbuild the package first: swift build")
