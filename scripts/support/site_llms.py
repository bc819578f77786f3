"""The documentation for language models, by the convention of https://llmstxt.org.

`llms.txt` lists the articles by group with their summaries. Each article is next to its page as Markdown.
`llms-full.txt` has the text of every article.
"""

import pathlib
import re

DOC = re.compile(r"(?:\[([^]]+)\]\(|<)doc:(\w+)(#[\w-]+)?[>)]")
SYMBOL = re.compile(r"(?<!`)``([^`\n]+)``(?!`)")
FENCE = re.compile(r"^(`{3,})(\w*)[^\n]*$", re.MULTILINE)
PICTURE = re.compile(r"(!\[[^]]*\])\(([\w-]+)\)")
ARTICLE = re.compile(r"\]\(\.\./Sources/\w+/\w+\.docc/(\w+)\.md\)")
GROUP = re.compile(r"^### (.+)$", re.MULTILINE)


class LanguageModelFiles:
    """Writes the files into a site. The articles are in one folder, and the module's page has their groups."""

    def __init__(self, root: pathlib.Path, catalogue: pathlib.Path, output: pathlib.Path, first: str, modules: list[str]):
        (self.root, self.output, self.first, self.modules) = (root, output, first, modules)
        self.sources = {path.stem: path.read_text() for path in [*catalogue.glob("*.md"), *catalogue.glob("*.tutorial")]}
        self.tutorials = {path.stem for path in catalogue.glob("*.tutorial")}
        self.sentence = " ".join((root / "README.md").read_text().split("\n\n")[1].split())

    def title(self, name: str) -> str:
        source = self.sources[name]
        if name in self.tutorials:
            return re.search(r'@Intro\(title: "([^"]+)"', source)[1]
        return re.match(r"# +`*(.+?)`*\n", source)[1]

    def summary(self, name: str) -> str:
        source = self.sources[name]
        if name in self.tutorials:
            return " ".join(re.search(r"@Intro\([^)]*\) \{\s*([^@}]+?)\s*(\n\n|[@}])", source)[1].split())
        return " ".join(self.plain(source.split("\n\n")[1]).split())

    def path(self, name: str) -> str:
        """Where the Markdown of an article, or the page of a tutorial, is in the site."""
        first = self.first.lower()
        if name in self.tutorials:
            is_overview = self.sources[name].startswith("@Tutorials")
            return f"tutorials/{name.lower()}/" if is_overview else f"tutorials/{first}/{name.lower()}/"
        return f"documentation/{name.lower() if name in self.modules else f'{first}/{name.lower()}'}.md"

    def picture(self, name: str) -> str:
        """Where DocC has put a picture of an article."""
        return str(next((self.output / "images").rglob(f"{name}.*")).relative_to(self.output))

    def plain(self, text: str, up: str | None = None) -> str:
        """Markdown without DocC's own syntax. `up` is the path from its file to the top of the site."""
        def linked(match: re.Match) -> str:
            title = match[1] or self.title(match[2])
            return title if up is None else f"[{title}]({up}{self.path(match[2])}{match[3] or ''})"

        if up is not None:
            text = PICTURE.sub(lambda match: f"{match[1]}({up}{self.picture(match[2])})", text)
        return SYMBOL.sub(lambda match: f"`{match[1]}`", DOC.sub(linked, text))

    def article(self, name: str, up: str) -> str:
        """An article as Markdown. Code blocks keep only their language."""
        text = re.sub(r"^## Topics\n.*", "", self.sources[name], flags=re.MULTILINE | re.DOTALL)
        parts, inside = [], None
        for line in text.splitlines():
            fence = FENCE.match(line)
            if fence and inside is None:
                inside = fence[1]
                line = fence[1] + fence[2]
            elif inside is not None:
                inside = None if line == inside else inside
            else:
                line = self.plain(line, up)
            parts.append(line)
        return re.sub(r"^(# .*)$", lambda heading: heading[1].replace("`", ""), "\n".join(parts).strip() + "\n", count=1)

    def groups(self) -> list[tuple[str, list[str]]]:
        """The groups of the first page with their articles, in its order, and the libraries."""
        topics = self.sources[self.first].partition("## Topics")[2]
        _, *parts = GROUP.split(topics)
        groups = [(title, [match[2] for match in DOC.finditer(text)]) for title, text in zip(parts[::2], parts[1::2])]
        return [group for group in groups if group[1]] + [("Libraries", self.modules)]

    def write(self):
        parts, full = [f"# {self.first}\n\n> {self.sentence}\n"], []
        parts.append("All of it as one file: [llms-full.txt](llms-full.txt). The command `mocklua mcp` serves the language's articles "
                     "and checks scripts for agents: [Scenarios and agents](documentation/mocklua/agents.md).\n")
        for title, names in self.groups():
            lines = "\n".join(f"- [{self.title(name)}]({self.path(name)}): {self.summary(name)}" for name in names)
            if title == "Reference":
                lines += "\n- [Messages](messages.md): The messages that a user can meet, with codes, examples, and what to do."
            # The convention's name for the part that can be left out.
            parts.append(f"## {'Optional' if title == 'Internals' else title}\n\n{lines}\n")
            full += [self.article(name, "") for name in names if name not in self.tutorials]
        (self.output / "llms.txt").write_text("\n".join(parts))
        (self.output / "llms-full.txt").write_text(f"# {self.first}\n\n> {self.sentence}\n\n" + "\n".join(full))
        messages = (self.root / "docs" / "messages.md").read_text()
        (self.output / "messages.md").write_text(ARTICLE.sub(lambda link: f"]({self.path(link[1])})", messages))
        for name in self.sources.keys() - self.tutorials:
            path = self.path(name)
            (self.output / path).write_text(self.article(name, "../" * path.count("/")))
