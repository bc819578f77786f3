"""Checks that references in the texts of this package are valid.

- `<doc:Name>` or `[text](doc:Name)` in an article or tutorial leads to an article or a tutorial of a catalog, and the
  page of a catalog links to each of its articles.
- A path that begins with a folder of the package, such as `Sources/`, exists.
- In the documents of the repository, each linked file and heading exists, and docs/README.md links to each article of
  each catalog.
- The references in a message of the program or a docstring exist: `article `Name``, `Name.md`,
  `mocklua://reference/Name`, and in backticks `mocklua COMMAND --option` with the command's options.
- A link to the web uses https, and a host with a name.
- With --site: each link between the pages of the site leads to one of its pages, and each picture and file exists.
  `llms.txt` lists every article and tutorial once, and `llms-full.txt` has the text of every article.
"""

import argparse
import functools
import json
import pathlib
import re
import subprocess
import urllib.parse

import report

CATALOGUES = "Sources/*/*.docc"
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "Tests/**/*.md", "examples/**/*.md", ".github/*.md"]
SOURCES = ["Sources/**/*.swift", "Sources/**/*.lua", "Sources/**/*.c", "Sources/**/*.js", "Sources/**/*.html"]
FOLDERS = "Sources|Tests|examples|scripts|docs|\\.github|\\.ci"
DOC = re.compile(r"(?:<|\]\()doc:(?:documentation/\w+/)?(\w+)")
PATH = re.compile(rf"(?:`|\]\()((?:{FOLDERS})/[\w/.+-]+)")
FILE_LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s]+)\)")
WEB = re.compile(r"\]\((https?:[^)\s]+)\)")
ARTICLE = re.compile(r"\barticle `(\w+)`")
FILE_OF_ARTICLE = re.compile(r"\b([A-Z]\w+)\.md\b")
RESOURCE = re.compile(r"mocklua://reference/(\w+)")
COMMAND = re.compile(r"`mocklua ((?:[^`\n]|\n\s*(?:///?)?\s?)+)`")
# The parts that `llms-full.txt` words differently: DocC's links, and fences.
SPECIAL = re.compile(r"<doc:|\]\(doc:|``")
ADDRESS = re.compile(r'(?:href|src)="([^"#]+)')
FENCE = re.compile(r"^(`{3,})[^\n]*\n.*?^\1$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ +(.+?)\s*$", re.MULTILINE)


def lines_of(text: str) -> str:
    """The text with empty code blocks, so that lines keep their numbers."""
    return FENCE.sub(lambda block: "\n" * block[0].count("\n"), text)


def anchors_of(path: pathlib.Path) -> set[str]:
    """The headings of a document as GitHub's anchors."""
    found = set()
    for heading in HEADING.findall(lines_of(path.read_text())):
        words = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower())
        found.add(words.replace(" ", "-"))
    return found


class Checker:
    """Collects failures, so that one run shows them all."""

    def __init__(self, root: pathlib.Path, mocklua: str | None):
        self.root = root
        self.mocklua = mocklua
        self.failures: list[str] = []
        self.count = 0
        self.articles = {path.stem for path in root.glob(f"{CATALOGUES}/*.md")}
        self.pages = self.articles | {path.stem for path in root.glob(f"{CATALOGUES}/*.tutorial")}
        self.resources = {path.stem for path in root.glob("Sources/LanguageReference/Articles/*.md")}

    def check_each(self, path: pathlib.Path, text: str, pattern: re.Pattern, problem):
        """Checks each match of the pattern with a function that returns a problem, or nothing."""
        for match in pattern.finditer(text):
            self.count += 1
            failure = problem(match[1])
            if failure:
                line = text.count("\n", 0, match.start()) + 1
                self.failures.append(f"{path.relative_to(self.root)}:{line}: {failure}")

    def check_text(self, path: pathlib.Path, text: str):
        """Checks the references that any text can contain."""
        self.check_each(path, text, DOC, lambda name: name not in self.pages and f"there is no article `{name}`")
        self.check_each(
            path, text, PATH, lambda file: not (self.root / file.rstrip(".")).exists() and f"there is no `{file}`")
        self.check_each(path, text, WEB, self.problem_of_web)
        if self.mocklua:
            self.check_each(path, text, COMMAND, self.problem_of_command)

    @staticmethod
    def problem_of_web(link: str) -> str | None:
        parts = urllib.parse.urlsplit(link)
        if parts.scheme != "https" or "." not in (parts.hostname or ""):
            return f"`{link}` isn't an https link"
        return None

    @functools.cache
    def options_of(self, command: str) -> set[str] | None:
        """The options in the help of a command; empty if it isn't a command."""
        run = subprocess.run([self.mocklua, *command.split(), "--help"], capture_output=True, text=True)
        return set(re.findall(r"--[a-z][a-z-]*", run.stdout)) if run.returncode == 0 else None

    @functools.cached_property
    def commands(self) -> set[str]:
        run = subprocess.run([self.mocklua, "--help"], capture_output=True, text=True)
        return set(re.findall(r"^  ([a-z]+(?: [a-z]+)?)  ", run.stdout.partition("Start:")[2], re.MULTILINE))

    def problem_of_command(self, line: str) -> str | None:
        words = line.replace("///", " ").split()
        command = next((name for name in (words[0], " ".join(words[:2])) if name in self.commands), "emit")
        if command == "emit" and re.fullmatch(r"[a-z]+", words[0]) and words[0] not in ("emit", "help"):
            return f"`mocklua {line}`: there is no command `{words[0]}`"
        known = self.options_of(command) or set()
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", line):
            if option not in known | {"--help", "--version"}:
                return f"`mocklua {line}`: `{command}` has no option `{option}`"
        return None

    def check_catalogues(self):
        for folder in sorted(self.root.glob(CATALOGUES)):
            names = {path.stem for path in folder.glob("*.md")}
            overview = folder / f"{folder.stem}.md"
            for path in sorted([*folder.glob("*.md"), *folder.glob("*.tutorial")]):
                self.check_text(path, path.read_text())
            if folder.stem not in names:
                self.failures.append(f"{folder.relative_to(self.root)}: has no overview `{folder.stem}.md`")
                continue
            linked = set(DOC.findall(overview.read_text())) | {overview.stem}
            for name in sorted(names - linked):
                self.failures.append(f"{overview.relative_to(self.root)}: doesn't link to `<doc:{name}>`")

    def check_documents(self):
        linked = set()
        for pattern in DOCUMENTS:
            for path in sorted(self.root.glob(pattern)):
                text = lines_of(path.read_text())
                self.check_text(path, text)
                self.check_each(path, text, FILE_LINK, lambda link, path=path: self.problem_of_file(path, link))
                if path == self.root / "docs" / "README.md":
                    linked = {(path.parent / link.split("#")[0]).resolve() for link in FILE_LINK.findall(text)}
        for article in sorted(self.root.glob(f"{CATALOGUES}/*.md")):
            if article.resolve() not in linked:
                self.failures.append(f"docs/README.md: doesn't link to `{article.relative_to(self.root)}`")

    def problem_of_file(self, path: pathlib.Path, link: str) -> str | None:
        name, _, anchor = link.partition("#")
        file = (path.parent / name).resolve() if name else path
        if not file.exists():
            return f"there is no `{link}`"
        if anchor and file.suffix == ".md" and anchor not in anchors_of(file):
            return f"`{file.name}` has no heading `#{anchor}`"
        return None

    def check_sources(self):
        for pattern in SOURCES:
            for path in sorted(self.root.glob(pattern)):
                if ".docc" in path.parts[-2] or "/Resources/" in str(path):
                    continue
                text = path.read_text()
                self.check_text(path, text)
                self.check_each(
                    path, text, ARTICLE, lambda name: name not in self.articles and f"there is no article `{name}`")
                self.check_each(
                    path, text, FILE_OF_ARTICLE,
                    lambda name: name not in self.articles | {"README", "CONTRIBUTING", "CHANGELOG", "SKILL"}
                    and f"there is no article `{name}.md`")
                self.check_each(
                    path, text, RESOURCE, lambda name: name not in self.resources and f"there is no resource `{name}`")

    def check_site(self, site: pathlib.Path):
        """Follows each link between pages. docc has already checked the links that it resolves."""
        for file in sorted((site / "data").rglob("*.json")):
            page = file.relative_to(site / "data")
            for reference in json.loads(file.read_text()).get("references", {}).values():
                for target in self.targets_of(reference):
                    self.count += 1
                    if not (site / target.lstrip("/")).exists():
                        self.failures.append(f"site: {page}: links to {target}, which doesn't exist")

        for file in [site / "index.html", site / "changes" / "index.html", site / "messages" / "index.html"]:
            for address in ADDRESS.findall(file.read_text()):
                self.check_address(site, file, address)
        self.check_language_models(site)

    def check_address(self, site: pathlib.Path, file: pathlib.Path, address: str):
        """Follows a link to a file of the site, from the file that has it or from the top of the host."""
        if address.startswith("https:"):
            return
        self.count += 1
        target = site.parent / address.lstrip("/") if address.startswith("/") else file.parent / address
        if not (target / "index.html" if address.endswith("/") else target).is_file():
            self.failures.append(f"site: {file.relative_to(site)}: links to {address}, which doesn't exist")

    def check_language_models(self, site: pathlib.Path):
        listed = FILE_LINK.findall((site / "llms.txt").read_text())
        names = [pathlib.PurePath(link).stem for link in listed[2:]]  # after the two links of the introduction
        overviews = {path.stem for path in self.root.glob("Sources/MockLua/*.docc/*.tutorial") if path.read_text().startswith("@Tutorials")}
        full = (site / "llms-full.txt").read_text()
        for page in sorted(site.rglob("*.md")) + [site / "llms.txt", site / "llms-full.txt"]:
            text = lines_of(page.read_text())
            if left := DOC.search(text):
                self.failures.append(f"site: {page.relative_to(site)}: still has DocC's link to {left[1]}")
            for link in FILE_LINK.findall(text):
                if target := link.split("#")[0]:
                    self.check_address(site, page, target)
        for article in sorted(self.root.glob("Sources/MockLua/*.docc/*")):
            if article.suffix not in {".md", ".tutorial"} or article.stem in overviews:
                continue
            if (count := names.count(article.stem.lower())) != 1:
                self.failures.append(f"site: llms.txt: lists {article.stem} {count} times instead of once")
            last = article.read_text().partition("\n## Topics")[0].strip().rpartition("\n")[2]
            if article.suffix == ".md" and not SPECIAL.search(last) and last not in full:
                self.failures.append(f"site: llms-full.txt: lacks the end of {article.name}: {last}")

    @staticmethod
    def targets_of(reference: dict) -> list[str]:
        if reference.get("type") in {"image", "video", "download", "file"}:
            return [variant["url"].removeprefix("/") for variant in reference.get("variants", [])]
        address = urllib.parse.unquote(reference.get("url", "")).split("#")[0]
        # A chapter of tutorials is a part of their page.
        if address.count("/") == 3 and address.startswith("/tutorials/") and reference.get("role") == "article":
            address = address.rpartition("/")[0]
        return [f"{address.rstrip('/')}/index.html"] if address.startswith(("/documentation", "/tutorials")) else []


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--mocklua", help="the program, whose commands and options are compared")
    parser.add_argument("--site", type=pathlib.Path, help="the site that scripts/site has built")
    options = parser.parse_args()
    mocklua = str(pathlib.Path(options.mocklua).resolve()) if options.mocklua else None
    checker = Checker(options.root.resolve(), mocklua)
    checker.check_catalogues()
    checker.check_documents()
    checker.check_sources()
    if options.site:
        checker.check_site(options.site)
    report.finish("check-links", checker.failures, f"{checker.count} links work")


main()
