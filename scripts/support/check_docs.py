"""Checks that the documentation says what the program does: code blocks, links and paths of its articles.

- `lua`: `mocklua` prints a configuration for it, and for each of its scenarios; a `json` block that
  follows at once is that configuration, compared as values.
- `lua mistake`: `mocklua` refuses it with exactly the `text` block that follows.
- `lua ignore`: is not run.
- `swift`: stands, apart from its indentation, imports and blank lines, in the test that compiles it.
  `swift ignore` need not.
- `<doc:Name>` leads to an article, and `MockLua.md` links to every one.
- A path that begins with a folder of the package, such as `Sources/`, is there.

Scripts are read from standard input in the folder `examples`, whose modules and fixtures they may use.
What is said about JSON alone is tested from Swift (DocumentationTests.swift).
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

CATALOGUE = "Sources/MockLua/MockLua.docc"
SWIFT_TESTS = "Tests/*/DocumentationTests*.swift"
OVERVIEW = "MockLua.md"
LINK = re.compile(r"<doc:(\w+)>")
PATH = re.compile(r"`((?:Sources|Tests|examples|scripts)/[\w/.+-]+)")
FENCE = re.compile(r"^(?P<ticks>`{3,})(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=ticks)$", re.MULTILINE | re.DOTALL)


class Block:
    """A fenced block: what its fence says, its text, and the line on which the fence stands."""

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
        self.compiled = "\n".join(line for test in tests for line in code_lines(test.read_text()))

    def fail(self, block: Block, problem: str):
        self.failures.append(f"{block.place}: {problem}")

    def run(self, block: Block, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.mocklua, "-", *arguments], input=block.text.encode(), capture_output=True,
            cwd=self.root / "examples")

    def prints(self, block: Block, *arguments: str) -> bytes | None:
        """Standard output, or None after a failure."""
        run = self.run(block, *arguments)
        if run.returncode != 0:
            self.fail(block, f"exit {run.returncode}: {run.stderr.decode().strip()}")
            return None
        return run.stdout

    def check_script(self, block: Block, following: Block | None):
        output, names = self.prints(block), self.prints(block, "--list")
        for name in (names or b"").decode().splitlines():
            self.prints(block, "--scenario", name)
        if output is None or following is None or following.info != "json":
            return
        try:
            expected = json.loads(following.text)
        except ValueError as error:
            self.fail(following, f"is no JSON: {error}")
            return
        if json.loads(output) != expected:
            self.fail(following, f"is not what the script prints:\n{output.decode()}")

    def check_mistake(self, block: Block, following: Block | None):
        if following is None or following.info != "text":
            self.fail(block, "is a mistake, but no `text` block with the message follows")
            return
        run = self.run(block)
        printed = run.stderr.decode()
        if run.returncode != 1:
            self.fail(block, f"should be refused with exit 1, but exits with {run.returncode}")
        elif printed != following.text:
            self.fail(following, f"is not the message, which is:\n{printed}")

    def check_swift(self, block: Block):
        wanted = "\n".join(code_lines(block.text))
        if f"\n{wanted}\n" not in f"\n{self.compiled}\n":
            self.fail(block, f"stands not in {SWIFT_TESTS}; add it there, so that it is compiled")

    def check_article(self, path: pathlib.Path):
        name = str(path.relative_to(self.root))
        blocks = [Block(name, match) for match in FENCE.finditer(path.read_text())]
        for block, following in zip(blocks, [*blocks[1:], None]):
            if block.info == "lua":
                self.check_script(block, following)
            elif block.info == "lua mistake":
                self.check_mistake(block, following)
            elif block.info == "swift":
                self.check_swift(block)
            elif not re.match(r"(lua|swift) ignore$|json\b|text$|sh$", block.info):
                self.fail(block, f"has the unknown info string `{block.info}`")
                continue
            else:
                continue
            self.checked += 1

    def check_references(self, path: pathlib.Path, names: set[str]):
        name = str(path.relative_to(self.root))
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for article in LINK.findall(line):
                if article not in names:
                    self.failures.append(f"{name}:{number}: there is no article `{article}`")
            for file in PATH.findall(line):
                if not (self.root / file).exists():
                    self.failures.append(f"{name}:{number}: there is no `{file}`")

    def check(self):
        articles = sorted((self.root / CATALOGUE).glob("*.md"))
        names = {article.stem for article in articles}
        for article in [self.root / "README.md", *articles]:
            self.check_article(article)
            self.check_references(article, names)
        overview = self.root / CATALOGUE / OVERVIEW
        linked = set(LINK.findall(overview.read_text())) | {overview.stem}
        for name in sorted(names - linked):
            self.failures.append(f"{CATALOGUE}/{OVERVIEW}: links to no `<doc:{name}>`")
        if not articles:
            self.failures.append(f"{CATALOGUE}: has no articles")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mocklua", required=True, help="the program")
    parser.add_argument("--root", required=True, type=pathlib.Path, help="the project's folder")
    options = parser.parse_args()
    checker = Checker(str(pathlib.Path(options.mocklua).resolve()), options.root.resolve())
    checker.check()
    for failure in checker.failures:
        print(f"check-examples: {failure}", file=sys.stderr)
    if checker.failures:
        sys.exit(1)
    print(f"check-examples: {checker.checked} blocks of the documentation are true", file=sys.stderr)


main()
