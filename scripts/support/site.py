"""Builds the documentation as one static site, and checks that it includes every public symbol.

All library products share one site, so that their pages can link to each other, and the search covers all. Symbols that
`MockServices` re-exports appear under `MockServices`, as its users import it. The catalogs of those layers are for
builds of one target's documentation, and are left out.

- docc's warnings are errors.
- Each public declaration has a page. Each top-level declaration of a module, and each other module whose types are
  extended, is in a handwritten topic group of the module's page. docc groups the members of a type by their kind.
- Each article's page is in such a group as well.
- The steps of tutorials work as described (tutorial.py).

The front page is made of the README (site_front.py). Each page has a search over all of them (site_search.py). `llms.txt`
and the articles as Markdown are for language models (site_llms.py).
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess

from site_front import FrontPages
from site_llms import LanguageModelFiles
from site_search import write_index
from symbol_graphs import extract
import report
from tutorial import Tutorial

# The page of this module is the first one, and articles are below it.
FIRST = "MockLua"
REEXPORT = re.compile(r"^@_exported public import (\w+)$", re.MULTILINE)


class Site:
    """The folders of the site, and the failures."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.root = options.root.resolve()
        self.work = self.root / ".build" / "site-parts"
        self.output = (options.output or self.root / ".build" / "site").resolve()
        self.failures: list[str] = []
        described = subprocess.run(["swift", "package", "dump-package"], cwd=self.root, capture_output=True, check=True)
        self.modules = [product["name"] for product in json.loads(described.stdout)["products"]
                        if "library" in product["type"]]

    def reexported(self, module: str) -> list[str]:
        sources = (self.root / "Sources" / module).glob("*.swift")
        found = {name for source in sources for name in REEXPORT.findall(source.read_text())}
        # A library has its own pages.
        return sorted(found - set(self.modules))

    def extract(self):
        shutil.rmtree(self.work, ignore_errors=True)
        for module in self.modules:
            folder = self.work / "graphs" / module
            folder.mkdir(parents=True)
            options = ["-emit-extension-block-symbols"]
            layers = self.reexported(module)
            if layers:
                options.append("-experimental-allowed-reexported-modules=" + ",".join(layers))
            extract(self.options.build, self.root, self.options.target, module, folder, "public", *options)

    def gather(self) -> pathlib.Path:
        """Combines the catalogs of all products."""
        catalogue = self.work / f"{FIRST}.docc"
        for module in self.modules:
            source = self.root / "Sources" / module / f"{module}.docc"
            if not (source / f"{module}.md").exists():
                self.failures.append(f"Sources/{module}: has no {module}.docc/{module}.md, the page of the library")
                continue
            for file in sorted(path for path in source.rglob("*") if path.is_file()):
                place = catalogue / file.relative_to(source)
                if place.exists():
                    self.failures.append(f"{file.relative_to(self.root)}: another catalogue has a file of that name")
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, place)
        return catalogue

    def convert(self, catalogue: pathlib.Path):
        archive = self.work / f"{FIRST}.doccarchive"
        command = [self.options.docc, "convert", catalogue, "--additional-symbol-graph-dir", self.work / "graphs",
                   "--output-path", archive, "--fallback-display-name", FIRST, "--fallback-bundle-identifier", FIRST,
                   "--warnings-as-errors", "--ide-console-output", "--transform-for-static-hosting"]
        if self.options.base:
            command += ["--hosting-base-path", self.options.base]
        run = subprocess.run(command, cwd=self.root, capture_output=True, text=True)
        # Errors and warnings both have a location. The catalog's files are copies.
        copied = f"{self.work}/{FIRST}.docc/"
        lines = [line for line in (run.stdout + run.stderr).splitlines() if re.search(r"\b(warning|error): ", line)]
        self.failures += [line.replace(copied, "") for line in lines]
        if run.returncode != 0 and not lines:
            self.failures.append(f"docc: exit {run.returncode}: {(run.stdout + run.stderr).strip()}")
        if not self.failures:
            self.merge(archive)

    def merge(self, archive: pathlib.Path):
        """Puts all libraries below one page, so that the navigator and the search include them all."""
        shutil.rmtree(self.output, ignore_errors=True)
        self.output.parent.mkdir(parents=True, exist_ok=True)
        run = subprocess.run(
            [self.options.docc, "merge", archive, "--output-path", self.output, "--synthesized-landing-page-name", FIRST],
            capture_output=True, text=True)
        if run.returncode != 0:
            self.failures.append(f"docc merge: exit {run.returncode}: {(run.stdout + run.stderr).strip()}")
            return
        # docc sorts them alphabetically, but a newcomer starts with the articles. The page's script only shows and
        # searches the module of the URL, unless the children of the first page aren't modules.
        place = self.output / "index" / "index.json"
        index = json.loads(place.read_text())
        for roots in index["interfaceLanguages"].values():
            for root in roots:
                pages = root.get("children", [])
                pages.sort(key=lambda page: page.get("title") != FIRST)
                for page in pages:
                    page["type"] = "collection" if page["type"] == "module" else page["type"]
        place.write_text(json.dumps(index))

    def page(self, path: str) -> dict | None:
        """The page that docc wrote for a path of the site."""
        file = self.output / "data" / f"{path.strip('/')}.json"
        return json.loads(file.read_text()) if file.exists() else None

    def check_symbols(self) -> int:
        """Checks that each public symbol has a page, and that top-level ones have a group. Returns their number."""
        pages = {}
        for file in (self.output / "data").rglob("*.json"):
            content = json.loads(file.read_text())
            for key in [content.get("metadata", {}).get("externalID"), *content.get("identifiers", [])]:
                if key:
                    pages[key] = content
        count, grouped = 0, self.grouped()
        for module in self.modules:
            for file in sorted((self.work / "graphs" / module).glob("*.symbols.json")):
                for symbol in json.loads(file.read_text())["symbols"]:
                    name, path = symbol["identifier"]["precise"], symbol["pathComponents"]
                    if symbol["kind"]["identifier"] == "swift.extension":
                        continue
                    count += 1
                    content = pages.get(name)
                    if content is None:
                        self.failures.append(f"{module}: {'.'.join(path)} has no page")
                        continue
                    # The module of an extended type represents the additions to it.
                    address = content["identifier"]["url"].split("/documentation/", 1)[1].split("/")
                    group = "/".join(address[:2]).lower()
                    if group not in grouped:
                        grouped.add(group)  # one failure for a type with all its members
                        link = address[1]
                        self.failures.append(f"Sources/{module}/{module}.docc/{module}.md: `{link}` is in no group; "
                                             f"add ``{link}`` below `## Topics`")
        return count

    def grouped(self) -> set[str]:
        """The pages in handwritten topic groups on the pages of the modules."""
        found = set()
        for module in self.modules:
            page = self.page(f"documentation/{module.lower()}") or {}
            for section in page.get("topicSections", []):
                if not section.get("generated"):
                    found |= {name.split("/documentation/")[-1].split("/tutorials/")[-1].lower()
                              for name in section["identifiers"]}
        return found

    def check_articles(self):
        grouped = self.grouped()
        for article in sorted((self.work / f"{FIRST}.docc").glob("*.md")):
            if article.stem not in self.modules and f"{FIRST}/{article.stem}".lower() not in grouped:
                self.failures.append(f"{article.name}: is in no topic group of {FIRST}.md")

    def check_tutorials(self):
        for file in sorted((self.work / f"{FIRST}.docc").glob("*.tutorial")):
            tutorial = Tutorial(file, self.options.mocklua, self.options.build, self.root)
            tutorial.check()
            self.failures += tutorial.failures

    def finish(self):
        """Adds the front page, the list of the libraries, the search, and the files for language models."""
        base = "/" + self.options.base.strip("/") if self.options.base.strip("/") else ""
        shell = (self.output / "index.html").read_text()
        (self.output / "documentation" / "index.html").write_text(shell)
        FrontPages(self.root, self.output, base, FIRST, self.modules).write()
        write_index(self.root, self.output)
        LanguageModelFiles(self.root, self.work / f"{FIRST}.docc", self.output, FIRST, self.modules).write()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", required=True, type=pathlib.Path)
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--target", required=True)
    parser.add_argument("--docc", required=True)
    parser.add_argument("--mocklua", required=True)
    parser.add_argument("--base", default="", help="the path of the site on its host, such as /MockLua")
    parser.add_argument("--output", type=pathlib.Path)
    site = Site(parser.parse_args())
    site.extract()
    site.convert(site.gather())
    count = 0
    if not site.failures:
        count = site.check_symbols()
        site.check_articles()
        site.check_tutorials()
        site.finish()
    report.finish("site", site.failures, f"{count} public names and their pages are in {os.path.relpath(site.output)}")


if __name__ == "__main__":
    main()
