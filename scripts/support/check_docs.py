"""Checks that the documentation matches the program: the code blocks of its articles. Links: check_links.py.

- `lua`: `mocklua` prints a configuration for it, and for each of its variants; a `json` block that
  follows immediately is that configuration, compared as values; a `mermaid` block is what `mocklua
  generate diagram` prints for it.
- `lua error`: `mocklua` refuses it with exactly the `text` block that follows; `lua error NAME` is
  saved as NAME first.
- `json import NAME`, `yaml import NAME`: is saved as NAME; the `lua` block that follows is what `mocklua
  import NAME` writes, and the next block, if it is `text`, is its message.
- `lua learn NAME`, one or several in a row: are saved as NAME; the `lua` block that follows is what `mocklua
  learn` writes from them.
- `lua ignore`: is not run.
- `lua` in README.md: also appears in an article, so that the two stay the same.
- `swift`: appears, apart from its indentation, imports and blank lines, in the test that compiles it,
  unless it is `swift ignore`.
- `text`: the output of the code. Unless it follows an error, it appears in the test that compares it,
  as Swift does. ReplDocumentationTests.swift plays conversations with the REPL. No program prints
  `text ignore`, and no program here reads `yaml ignore` and `js ignore`.

Scripts are read from standard input in the folder `examples`, whose modules and fixtures they may use.
JSON without Lua is tested from Swift (DocumentationTests.swift).
"""

import argparse
import json
import pathlib
import re
import subprocess
import tempfile

import report

CATALOGUES = "Sources/*/*.docc"
SWIFT_TESTS = "Tests/**/DocumentationTests*.swift"
CONVERSATION = "repl:1> "
FENCE = re.compile(r"^(?P<ticks>`{3,})(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=ticks)$", re.MULTILINE | re.DOTALL)


class Block:
    """A fenced block: its info string, its text, and the line of its fence."""

    def __init__(self, article: str, match: re.Match):
        self.info = match["info"].strip()
        self.text = match["text"]
        self.place = f"{article}:{match.string.count(chr(10), 0, match.start()) + 1}"


def code_lines(text: str) -> list[str]:
    """The lines that count when Swift is compared."""
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("import ")]


class Checker:
    """Collects failures, so that one run shows them all."""

    def __init__(self, mocklua: str, root: pathlib.Path):
        self.mocklua = mocklua
        self.root = root
        self.failures: list[str] = []
        self.checked = 0
        tests = sorted(root.glob(SWIFT_TESTS))
        self.articles = "\n".join(path.read_text() for path in root.glob(f"{CATALOGUES}/*.md"))
        self.compiled = "\n".join(line for test in tests for line in code_lines(test.read_text()))

    def fail(self, block: Block, problem: str):
        self.failures.append(f"{block.place}: {problem}")

    def run(self, block: Block, *arguments: str, command: str = "emit") -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.mocklua, *command.split(), "-", *arguments], input=block.text.encode(), capture_output=True,
            cwd=self.root / "examples")

    def run_as(self, name: str, block: Block) -> subprocess.CompletedProcess:
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / name).write_text(block.text)
            return subprocess.run([self.mocklua, name], capture_output=True, cwd=folder)

    def prints(self, block: Block, *arguments: str, command: str = "emit") -> bytes | None:
        """Standard output, or None after a failure."""
        run = self.run(block, *arguments, command=command)
        if run.returncode != 0:
            self.fail(block, f"exit {run.returncode}: {run.stderr.decode().strip()}")
            return None
        return run.stdout

    def check_script(self, block: Block, following: Block | None):
        output, listed = self.prints(block), self.prints(block, "--format", "json", command="list")
        for scenario in json.loads(listed)["variants"] if listed else []:
            self.prints(block, "--variant", scenario["name"])
        if following is not None and following.info == "mermaid":
            diagram = self.prints(block, command="generate diagram")
            if diagram is not None and diagram.decode() != following.text:
                self.fail(following, f"is not what `mocklua generate diagram` prints:\n{diagram.decode()}")
            return
        if output is None or following is None or following.info != "json":
            return
        try:
            expected = json.loads(following.text)
        except ValueError as error:
            self.fail(following, f"isn't JSON: {error}")
            return
        if json.loads(output) != expected:
            self.fail(following, f"is not what the script prints:\n{output.decode()}")

    def check_mistake(self, block: Block, following: Block | None):
        if following is None or following.info != "text":
            self.fail(block, "is an error, but no `text` block with the message follows")
            return
        name = block.info.removeprefix("lua error").strip()
        run = self.run_as(name, block) if name else self.run(block)
        printed = run.stderr.decode()
        if run.returncode != 1:
            self.fail(block, f"should be refused with exit 1, but exits with {run.returncode}")
        elif printed != following.text:
            self.fail(following, f"is not the message, which is:\n{printed}")

    def check_import(self, block: Block, script: Block | None, notes: Block | None):
        name = block.info.split()[-1]
        if script is None or script.info != "lua":
            self.fail(block, "is imported, but no `lua` block with the script follows")
            return
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / name).write_text(block.text)
            run = subprocess.run([self.mocklua, "import", name], capture_output=True, cwd=folder)
        if run.returncode != 0:
            self.fail(block, f"exit {run.returncode}: {run.stderr.decode().strip()}")
        elif run.stdout.decode() != script.text:
            self.fail(script, f"is not what `mocklua import {name}` writes:\n{run.stdout.decode()}")
        elif notes is not None and notes.info == "text" and run.stderr.decode() != notes.text:
            self.fail(notes, f"is not what `mocklua import {name}` prints:\n{run.stderr.decode()}")

    def check_learning(self, recordings: list[Block], script: Block | None):
        if script is None or script.info != "lua":
            self.fail(recordings[-1], "is learned from, but no `lua` block with the script follows")
            return
        names = [block.info.split()[-1] for block in recordings]
        with tempfile.TemporaryDirectory() as folder:
            for name, block in zip(names, recordings):
                (pathlib.Path(folder) / name).write_text(block.text)
            run = subprocess.run([self.mocklua, "learn", *names], capture_output=True, cwd=folder)
        if run.returncode != 0:
            self.fail(recordings[0], f"exit {run.returncode}: {run.stderr.decode().strip()}")
        elif run.stdout.decode() != script.text:
            self.fail(script, f"is not what `mocklua learn` writes:\n{run.stdout.decode()}")

    def check_tested(self, block: Block, purpose: str):
        wanted = "\n".join(code_lines(block.text))
        if f"\n{wanted}\n" not in f"\n{self.compiled}\n":
            self.fail(block, f"is not in {SWIFT_TESTS}; add it there, so that it is {purpose}")

    def check_article(self, path: pathlib.Path):
        name = str(path.relative_to(self.root))
        blocks = [Block(name, match) for match in FENCE.finditer(path.read_text())]
        importing = re.compile(r"(json|yaml) import [\w.-]+$")
        learning = re.compile(r"lua learn [\w.-]+$")
        notes = {id(notes) for first, _, notes in zip(blocks, blocks[1:], blocks[2:]) if importing.match(first.info)}
        for number, (previous, block, following) in enumerate(zip([None, *blocks], blocks, [*blocks[1:], None])):
            if block.info == "lua":
                self.check_script(block, following)
                if name == "README.md" and f"```lua\n{block.text}```" not in self.articles:
                    self.fail(block, f"is in no article of {CATALOGUES}")
            elif re.match(r"lua error( [\w.-]+)?$", block.info):
                self.check_mistake(block, following)
            elif importing.match(block.info):
                self.check_import(block, following, blocks[number + 2] if number + 2 < len(blocks) else None)
            elif learning.match(block.info):
                if following is None or not learning.match(following.info):
                    first = number
                    while first > 0 and learning.match(blocks[first - 1].info):
                        first -= 1
                    self.check_learning(blocks[first : number + 1], following)
            elif block.info == "swift":
                self.check_tested(block, "compiled")
            elif block.info == "text":
                is_message = previous is not None and " error" in previous.info or id(block) in notes
                if is_message or block.text.startswith(CONVERSATION):
                    continue
                self.check_tested(block, "compared with what is printed")
            elif block.info == "mermaid":
                if previous is None or previous.info != "lua":
                    self.fail(block, "follows no `lua` block, whose diagram it could be")
            elif not re.match(r"(lua|swift|text|yaml|js) ignore$|json\b|sh$|xml$", block.info):
                self.fail(block, f"has the unknown info string `{block.info}`")
                continue
            else:
                continue
            self.checked += 1

    def check(self):
        articles = sorted(self.root.glob(f"{CATALOGUES}/*.md"))
        if not articles:
            self.failures.append(f"{CATALOGUES}: there is no catalogue")
        documents = [self.root / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG")]
        for path in [*documents, *sorted(self.root.glob("docs/*.md")), *articles]:
            self.check_article(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mocklua", required=True, help="the program")
    parser.add_argument("--root", required=True, type=pathlib.Path, help="the project's folder")
    options = parser.parse_args()
    checker = Checker(str(pathlib.Path(options.mocklua).resolve()), options.root.resolve())
    checker.check()
    report.finish("check-examples", checker.failures, f"{checker.checked} blocks of the documentation are correct")


main()
