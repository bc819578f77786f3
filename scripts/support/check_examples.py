"""Checks that every example prints its committed output, and the same bytes twice.

`NAME.json` is the output of `mocklua NAME.lua`, `NAME.VARIANT.json` that with `--variant VARIANT`. A script without
either must be a module that another script requires. Folders named `fixtures` contain data for scripts. Every expected
file is validated against the JSON Schema of the format.

`NAME.trace.jsonl` is the trace of a test. `NAME.trace.txt` is the output of `mocklua trace` for it, `NAME.trace.mmd`
that with `--mermaid`, and `NAME.with.SCRIPT.txt` that with `--with SCRIPT.lua`, which exits with 1.
"""

import argparse
import json
import pathlib
import re
import subprocess

import jsonschema
import report

SCHEMA = "Sources/MockServices/Schema/mock-service-configuration.schema.json"


class Checker:
    """Collects failures, so that one run shows them all."""

    def __init__(self, mocklua: str, root: pathlib.Path):
        self.mocklua = mocklua
        self.root = root
        self.examples = root / "examples"
        self.failures: list[str] = []
        self.checked = 0

    def fail(self, path, problem: str):
        self.failures.append(f"{path}: {problem}")

    def name(self, path: pathlib.Path) -> str:
        return str(path.relative_to(self.root))

    def emit(self, place: str, arguments: list[str]) -> bytes | None:
        """The output of mocklua, or None after a failure. A second run must print the same bytes."""
        outputs = []
        for _ in range(2):
            run = subprocess.run(
                [self.mocklua, *arguments], capture_output=True, cwd=self.root)
            if run.returncode != 0:
                self.fail(place, f"exit {run.returncode}: {run.stderr.decode().strip()}")
                return None
            outputs.append(run.stdout)
        if outputs[0] != outputs[1]:
            self.fail(place, "prints a different result the second time; find the value that isn't seeded")
            return None
        return outputs[0]

    def compare(self, place: str, expected: bytes, actual: bytes | None):
        self.checked += 1
        if actual is None or actual == expected:
            return
        old, new = expected.splitlines(), actual.splitlines()
        line = next((i for i, pair in enumerate(zip(old, new)) if pair[0] != pair[1]),
                    min(len(old), len(new)))
        shown = [lines[line].decode() if line < len(lines) else "(end)" for lines in (old, new)]
        self.fail(f"{place}:{line + 1}", f"has {shown[0]!r}, mocklua prints {shown[1]!r}")

    def files(self, suffix: str) -> list[pathlib.Path]:
        return sorted(path for path in self.examples.rglob(f"*{suffix}")
                      if "fixtures" not in path.relative_to(self.examples).parts)

    def check_scripts(self):
        scripts = self.files(".lua")
        texts = {path: path.read_text() for path in scripts}
        required = {module for text in texts.values()
                    for module in re.findall(r"require\s*\(?\s*[\"']([\w.\-]+)[\"']", text)}
        for path in scripts:
            compiled = subprocess.run(
                ["luac5.4", "-p", path], capture_output=True, text=True, cwd=self.root)
            if compiled.returncode != 0:
                self.fail(self.name(path), compiled.stderr.strip())
            has_output = any(self.expected_outputs(path))
            modules = [".".join(path.with_suffix("").parts[i:]) for i in range(len(path.parts))]
            if not has_output and not required.intersection(modules):
                self.fail(self.name(path), "has no expected .json next to it, and no script "
                          "requires it; write one with mocklua --output")

    def expected_outputs(self, script: pathlib.Path):
        return [path for path in script.parent.glob("*.json")
                if path.name == f"{script.stem}.json" or path.name.startswith(f"{script.stem}.")]

    def check_outputs(self):
        for path in self.files(".json"):
            stem, _, scenario = path.stem.partition(".")
            script = path.with_name(f"{stem}.lua")
            if not script.exists():
                self.fail(self.name(path), f"has no {script.name} next to it")
                continue
            arguments = [self.name(script)] + (["--variant", scenario] if scenario else [])
            self.compare(self.name(path), path.read_bytes(), self.emit(self.name(path), arguments))

    def check_schema(self):
        schema_path = self.root / SCHEMA
        if not schema_path.exists():
            self.fail(SCHEMA, "is missing")
            return
        schema = json.loads(schema_path.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for path in self.files(".json"):
            try:
                value = json.loads(path.read_text())
            except ValueError as error:
                self.fail(self.name(path), f"isn't JSON: {error}")
                continue
            for error in validator.iter_errors(value):
                self.fail(self.name(path), f"{error.json_path}: {error.message[:200]}")


    def check_traces(self):
        for path in self.files(".trace.jsonl"):
            base = path.name.removesuffix(".trace.jsonl")
            name = self.name(path)
            printed = {f"{base}.trace.txt": [], f"{base}.trace.mmd": ["--mermaid"]}
            for expected in path.parent.glob(f"{base}.with.*.txt"):
                script = expected.name.removeprefix(f"{base}.with.").removesuffix(".txt")
                printed[expected.name] = ["--with", self.name(path.parent / f"{script}.lua")]
            for file, options in printed.items():
                run = subprocess.run(
                    [self.mocklua, "trace", name, *options], capture_output=True, cwd=self.root)
                wanted = 1 if "--with" in options else 0
                if run.returncode != wanted:
                    self.fail(name, f"exit {run.returncode} and not {wanted}: {run.stderr.decode().strip()}")
                    continue
                expected = path.parent / file
                self.compare(
                    self.name(expected), expected.read_bytes() if expected.exists() else b"", run.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mocklua", required=True)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    options = parser.parse_args()
    checker = Checker(options.mocklua, options.root)
    checker.check_scripts()
    checker.check_outputs()
    checker.check_schema()
    checker.check_traces()
    if checker.checked == 0:
        checker.fail("examples", "there are none")
    report.finish("check-examples", checker.failures, f"{checker.checked} outputs are as committed")


main()
