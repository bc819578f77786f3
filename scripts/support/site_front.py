"""The pages that DocC doesn't write: the front page, which is made of the README, the changes, and the messages.

Also adds the bar and the search of these pages to DocC's pages.
"""

import html
import json
import pathlib
import re
import shutil
import struct

from site_markdown import Block, Renderer, anchor_of, blocks_of
from site_search import inline_text

ASSETS = pathlib.Path(__file__).parent / "site-assets"
ARTICLE = re.compile(r"Sources/(\w+)/\w+\.docc/(\w+)\.md(#.*)?$")
BODY = re.compile(r"<body[^>]*>")
# The links at the end of the README. The front page replaces them with the list of the articles.
LINKS_ONLY = re.compile(r"(\s*\[[^]]*\]\([^)]*\),?\s*)+|License: .*")


class FrontPages:
    """Writes the pages into a site that DocC has built."""

    def __init__(self, root: pathlib.Path, output: pathlib.Path, base: str, first: str, modules: list[str]):
        (self.root, self.output, self.base, self.first, self.modules) = (root, output, base, first.lower(), modules)
        self.renderer = Renderer(self.link, self.picture)
        self.css = self.asset("header.css")
        self.header = self.fill("header.html", base=base, first=self.first)

    @staticmethod
    def asset(name: str) -> str:
        return (ASSETS / name).read_text()

    def fill(self, name: str, **values: str) -> str:
        """A template with its placeholders filled in."""
        return re.sub(r"\{(\w+)\}", lambda place: values[place[1]], self.asset(name))

    def write(self):
        folder = self.output / "site"
        folder.mkdir(exist_ok=True)
        for name in ["search.css", "site.css", "site.js", "icon.svg"]:
            shutil.copyfile(ASSETS / name, folder / name)
        shutil.copyfile(self.root / "LICENSE", self.output / "LICENSE.txt")
        self.extend_pages()
        (self.output / "index.html").write_text(self.front())
        self.write_page("changes", "Changes", "CHANGELOG.md")
        self.write_page("messages", "Messages", "docs/messages.md")

    def link(self, target: str) -> str | None:
        """The address of a link's target in the site, or None if the site doesn't have the target."""
        if target.startswith("https:"):
            return target
        if article := ARTICLE.match(target):
            path = article[1].lower() if article[1] == article[2] else f"{self.first}/{article[2].lower()}"
            return f"{self.base}/documentation/{path}/"
        known = {"docs/README.md": f"documentation/{self.first}/", "CHANGELOG.md": "changes/", "docs/messages.md": "messages/", "LICENSE": "LICENSE.txt"}
        return f"{self.base}/{known[target]}" if target in known else None

    def picture(self, alt: str, file: str) -> str:
        """A picture, with its version for dark pages if that file exists next to it."""
        source = self.root / file
        shown = []
        for style, path in [("light", source), ("dark", source.with_stem(source.stem + "-dark"))]:
            if path.exists():
                shutil.copyfile(path, self.output / "site" / path.name)
                width, height = struct.unpack(">II", path.read_bytes()[16:24])
                shown.append(f'<img class="{style}" src="{self.base}/site/{path.name}" alt="{html.escape(alt)}" width="{width}" '
                             f'height="{height}" loading="lazy">')
        # On a phone, a reader opens the picture to enlarge it.
        return f'<figure class="picture"><a href="{self.base}/site/{source.name}">{"".join(shown)}</a></figure>'

    def front(self) -> str:
        title, *blocks = blocks_of((self.root / "README.md").read_text())
        sections: list[list[Block]] = [[]]
        for block in blocks:
            if block.kind == "heading":
                sections.append([])
            sections[-1].append(block)
        lead, *topics = sections
        shown = [topic for topic in topics if not all(LINKS_ONLY.fullmatch(block.text) for block in topic[1:])]
        sentence = re.sub(r"\s+", " ", re.sub(r"[`*]", "", lead[0].text))
        return self.fill(
            "front.html", base=self.base, first=self.first, header=self.header, header_css=self.css, title=html.escape(title.text),
            sentence=html.escape(sentence), lead="\n".join(map(self.renderer.block, lead)),
            sections="\n".join(self.section(topic, number) for number, topic in enumerate(shown)), groups=self.groups())

    def section(self, blocks: list[Block], number: int) -> str:
        """A section in two columns: prose and code. In the first section: the app's code and its test."""
        heading, *rest = blocks
        is_code = [block.kind != "paragraph" or block.text.startswith("![") for block in rest]
        split = is_code.index(True) if True in is_code else len(rest)
        if number == 0:
            split += 1
        elif split == len(rest):
            split = 0
        said, shown = ("\n".join(map(self.renderer.block, part)) for part in (rest[:split], rest[split:]))
        name = anchor_of(heading.text)
        style = "topic first" if number == 0 else "topic"
        return (f'<section class="{style}" aria-labelledby="{name}">\n<div class="said"><h2 id="{name}">'
                f'{self.renderer.inline(heading.text)}</h2>\n{said}</div>\n<div class="shown">{shown}</div>\n</section>')

    def groups(self) -> str:
        """The articles by the groups of the first page, each with its summary."""
        page = json.loads((self.output / "data" / "documentation" / f"{self.first}.json").read_text())
        groups = []
        for section in page["topicSections"]:
            references = [page["references"][name] for name in section["identifiers"]]
            articles = [reference for reference in references if reference["kind"] != "symbol"]
            if len(articles) < 2:
                continue
            items = "".join(
                f'<li><a href="{self.base}{article["url"]}/">{html.escape(article["title"])}</a> '
                f'<span>{html.escape(inline_text(article["abstract"], page["references"]))}</span></li>'
                for article in articles)
            groups.append(self.group(section["title"], items))
        return "\n".join([*groups, self.group("Libraries", self.libraries())])

    @staticmethod
    def group(title: str, items: str) -> str:
        return f'<div class="group"><h3>{html.escape(title)}</h3><ul>{items}</ul></div>'

    def libraries(self) -> str:
        """The libraries with their summaries."""
        items = []
        for module in self.modules:
            page = json.loads((self.output / "data" / "documentation" / f"{module.lower()}.json").read_text())
            items.append(f'<li><a href="{self.base}/documentation/{module.lower()}/">{module}</a> '
                         f'<span>{html.escape(inline_text(page["abstract"], page["references"]))}</span></li>')
        return "".join(items)

    def write_page(self, name: str, title: str, source: str):
        """A document of the repository as a page."""
        folder = self.output / name
        folder.mkdir(exist_ok=True)
        renderer = Renderer(lambda target: target if target.startswith("#") else self.link(target.removeprefix("../")), self.picture)
        content = "\n".join(map(renderer.block, blocks_of((self.root / source).read_text())))
        (folder / "index.html").write_text(
            self.fill("plain.html", base=self.base, header=self.header, header_css=self.css, title=title, content=content))

    def extend_pages(self):
        """Adds the search to DocC's pages, and the bar, in the element that its script looks for."""
        bar = (f'<template id="custom-header"><style>:host {{ color-scheme: light dark; display: block }} '
               f':host([data-color-scheme="light"]) {{ color-scheme: light }} :host([data-color-scheme="dark"]) {{ color-scheme: dark }} '
               f'{self.css} .site-header {{ padding: 0 20px }}</style>{self.header}</template>')
        added = f'<link rel="stylesheet" href="{self.base}/site/search.css"><script src="{self.base}/site/site.js" defer></script></head>'
        for page in self.output.rglob("*.html"):
            text = page.read_text()
            if not BODY.search(text) or "</head>" not in text:
                raise ValueError(f"{page}: a page of DocC has no <body> or no </head> anymore")
            text = text.replace("</head>", added, 1)
            page.write_text(BODY.sub(lambda body: body[0] + bar, text, count=1))
