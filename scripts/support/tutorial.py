"""Follows a tutorial step by step, like its reader, and reports steps that don't work as described.

A step shows a file, which replaces the reader's file of the same name. After each step that changes a Swift file, all
of them must compile together. Each script must be free of errors, unless the next step shows the error. A step called
`Terminal` shows a command, `$ mocklua ...`, and its output. The files of the last step are also tests of the package:
links in `Tests` lead to them.
"""

import pathlib
import re
import shutil
import subprocess
import tempfile

CODE = re.compile(r'@Code\(name: "([^"]+)", file: "?([\w.-]+)"?')
TERMINAL = "Terminal"


class Tutorial:
    """A tutorial, and its problems."""

    def __init__(self, file: pathlib.Path, mocklua: str, build: pathlib.Path, root: pathlib.Path):
        self.file = file
        self.mocklua = pathlib.Path(mocklua).resolve()
        self.build = build
        self.root = root
        self.failures: list[str] = []
        self.steps = CODE.findall(file.read_text())
        self.used: set[str] = set()

    def fail(self, shown: str, problem: str):
        self.failures.append(f"{self.file.name}: {shown}: {problem}")

    def check(self):
        if not self.steps:
            return
        with tempfile.TemporaryDirectory() as name:
            folder, later = pathlib.Path(name), [*self.steps[1:], (None, None)]
            for (name, shown), (next_name, _) in zip(self.steps, later):
                source = self.file.parent / "Resources" / shown
                self.used.add(shown)
                if name == TERMINAL:
                    self.check_terminal(shown, source, folder)
                    continue
                shutil.copyfile(source, folder / name)
                if name.endswith(".swift"):
                    self.check_compiles(shown, folder)
                elif name.endswith(".lua") and next_name != TERMINAL:
                    self.run(shown, ["check", name], folder, "")
            self.check_last(folder)

    def run(self, shown: str, arguments: list[str], folder: pathlib.Path, expected: str):
        run = subprocess.run([self.mocklua, *arguments], cwd=folder, capture_output=True, text=True)
        # A code file ends with a line break, and so does the output.
        if (run.stdout + run.stderr).rstrip() != expected.rstrip():
            self.fail(shown, f"`mocklua {' '.join(arguments)}` prints this instead:\n{run.stdout}{run.stderr}")

    def check_terminal(self, shown: str, source: pathlib.Path, folder: pathlib.Path):
        command, expected = source.read_text().split("\n", 1)
        words = command.split()
        if words[:2] != ["$", "mocklua"]:
            self.fail(shown, "begins with no `$ mocklua`")
            return
        self.run(shown, words[2:], folder, expected)

    def check_compiles(self, shown: str, folder: pathlib.Path):
        plugins = [*self.build.glob("*Macros-tool"), *self.build.glob("*Macros")]
        maps = [*self.build.glob("C*.build/module.modulemap"), *self.root.glob("modulemaps/*/module.modulemap")]
        command = ["swiftc", "-typecheck", "-swift-version", "6", "-I", self.build / "Modules",
                   "-load-plugin-executable", f"{plugins[0]}#MockServicesMacros" if plugins else ""]
        flags = subprocess.run(["pkg-config", "--cflags", "lua5.4"], capture_output=True, text=True)
        for flag in [*flags.stdout.split(), *(f"-fmodule-map-file={path}" for path in maps)]:
            command += ["-Xcc", flag]
        run = subprocess.run([*command, *sorted(folder.glob("*.swift"))], capture_output=True, text=True)
        if run.returncode != 0 or "warning:" in run.stderr:
            self.fail(shown, f"does not compile with the files before it:\n{run.stderr.strip()}")

    def check_last(self, folder: pathlib.Path):
        """Checks that the final files are among the package's tests, and that every file of the tutorial is shown."""
        tests = {path.resolve() for path in (self.root / "Tests").rglob("*") if path.is_symlink()}
        sources = {path.name: path for path in self.root.glob("Sources/*/*.docc/Resources/*")}
        last = {name: shown for name, shown in self.steps if name != TERMINAL}
        for name, shown in sorted(last.items()):
            if sources[shown].resolve() not in tests:
                self.fail(shown, f"is {name} at the end, but no link in Tests leads to it, so that no test runs it")
