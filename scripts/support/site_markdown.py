"""The Markdown of the README, the changes, and the messages as HTML, with colored code.

It supports only headings, paragraphs, lists, tables, code, pictures, and links.
"""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field

FENCE = re.compile(r"^(`{3,})\s*(\w*)")
INLINE = re.compile(r"(?P<code>`+)(?P<inside>.+?)(?P=code)|\[(?P<text>(?:[^]\[]|\[[^]]*\])*)\]\((?P<link>[^)\s]+)\)"
                    r"|\*\*(?P<bold>.+?)\*\*", re.DOTALL)
PICTURE = re.compile(r"^!\[(?P<alt>[^]]*)\]\((?P<file>[^)\s]+)\)$", re.DOTALL)
WORDS = {
    "swift": "actor as async await break case catch class do else enum extension fileprivate final for func guard if import in init"
             " internal is let nil private protocol public return self set some any static struct super switch throw throws true"
             " false try var where while",
    "lua": "and break do else elseif end false for function goto if in local nil not or repeat return then true until while",
    "sh": "cd cp mkdir git swift curl mocklua",
}
COMMENT = {"swift": r"//[^\n]*", "lua": r"--[^\n]*", "sh": r"(?<!\S)#[^\n]*"}
LANGUAGES = {"swift": "Swift", "lua": "Lua", "sh": "Shell", "json": "JSON", "text": "Output"}


def anchor_of(heading: str) -> str:
    """The name of a heading in links, as GitHub writes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@dataclass
class Block:
    """A paragraph, a list, a table, a block of code, or a heading."""

    kind: str
    text: str = ""
    language: str = ""
    level: int = 0
    items: list[str] = field(default_factory=list)


def blocks_of(text: str) -> list[Block]:
    found: list[Block] = []
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if fence := FENCE.match(line):
            end = lines.index(fence[1], at)
            found.append(Block("code", "\n".join(lines[at:end]), language=fence[2]))
            at = end + 1
        elif heading := re.match(r"(#+) +(.*)", line):
            found.append(Block("heading", heading[2], level=len(heading[1])))
        elif line.startswith("- "):
            found.append(Block("list", items=[line[2:]]))
            while at < len(lines) and re.match(r"- |  \S", lines[at]):
                if lines[at].startswith("- "):
                    found[-1].items.append(lines[at][2:])
                else:
                    found[-1].items[-1] += "\n" + lines[at].strip()
                at += 1
        elif line.startswith("|"):
            found.append(Block("table", items=[line]))
            while at < len(lines) and lines[at].startswith("|"):
                found[-1].items.append(lines[at])
                at += 1
        elif line.strip():
            paragraph = [line]
            while at < len(lines) and lines[at].strip() and not re.match(r"`{3}|#|- ", lines[at]):
                paragraph.append(lines[at])
                at += 1
            found.append(Block("paragraph", "\n".join(paragraph)))
    return found


def colored(code: str, language: str) -> str:
    """Code as HTML in which comments, strings, numbers, keywords, and types have classes."""
    if language not in WORDS:
        return html.escape(code, quote=False)
    tokens = re.compile(
        rf'(?P<c>{COMMENT[language]})|(?P<s>"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')|(?P<n>\b\d[\d._]*\b)'
        rf'|(?P<k>(?<!\.)\b(?:{"|".join(WORDS[language].split())})\b|@\w+|#\w+)|(?P<t>\b[A-Z]\w*\b)')
    parts, at = [], 0
    for token in tokens.finditer(code):
        parts.append(html.escape(code[at:token.start()], quote=False))
        name = token.lastgroup if language != "sh" or token.lastgroup != "t" else None
        shown = html.escape(token[0], quote=False)
        parts.append(f'<span class="{name}">{shown}</span>' if name else shown)
        at = token.end()
    return "".join([*parts, html.escape(code[at:], quote=False)])


def plain(text: str) -> str:
    """Prose as HTML. A punctuation mark after a backslash is literal."""
    return html.escape(re.sub(r"\\([^\w\s])", r"\1", text), quote=False)


class Renderer:
    """Renders blocks; `link` gives the address of a link in the site, or nothing to show only its text."""

    def __init__(self, link: Callable[[str], str | None], picture: Callable[[str, str], str]):
        (self.link, self.picture) = (link, picture)
        self.anchors: dict[str, int] = {}

    def inline(self, text: str) -> str:
        parts, at = [], 0
        for match in INLINE.finditer(text):
            parts.append(plain(text[at:match.start()]))
            at = match.end()
            if match["code"]:
                parts.append(f"<code>{html.escape(match['inside'].strip(), quote=False)}</code>")
            elif match["bold"]:
                parts.append(f"<strong>{self.inline(match['bold'])}</strong>")
            else:
                address, inside = self.link(match["link"]), self.inline(match["text"])
                parts.append(f'<a href="{html.escape(address)}">{inside}</a>' if address else inside)
        return "".join([*parts, plain(text[at:])])

    def block(self, block: Block) -> str:
        if block.kind == "heading":
            return f'<h{block.level} id="{anchor_of(block.text)}">{self.inline(block.text)}</h{block.level}>'
        if block.kind == "list":
            return "<ul>" + "".join(f"<li>{self.inline(item)}</li>" for item in block.items) + "</ul>"
        if block.kind == "table":
            return self.table(block)
        if block.kind == "code":
            name = LANGUAGES.get(block.language, block.language)
            style = "code output" if block.language == "text" else "code"
            return (f'<figure class="{style}"><figcaption>{name}</figcaption>'
                    f'<pre tabindex="0"><code>{colored(block.text, block.language)}</code></pre></figure>')
        if picture := PICTURE.match(block.text):
            return self.picture(picture["alt"], picture["file"])
        return f"<p>{self.inline(block.text)}</p>"

    def table(self, block: Block) -> str:
        """A table with an anchor for each row."""
        head, _, *rows = [cells_of(line) for line in block.items]
        parts = ["<tr>" + "".join(f'<th scope="col">{self.inline(text)}</th>' for text in head) + "</tr>"]
        for row in rows:
            cells = "".join(f'<td data-head="{html.escape(name)}">{self.inline(text)}</td>' for name, text in zip(head, row))
            parts.append(f'<tr id="{self.anchor(row)}">{cells}</tr>')
        return f'<table><thead>{parts[0]}</thead><tbody>{"".join(parts[1:])}</tbody></table>'

    def anchor(self, row: list[str]) -> str:
        """A name for a row, from its second cell. If another row has that name, a number is added."""
        name = anchor_of(row[1])[:60].strip("-")
        self.anchors[name] = self.anchors.get(name, 0) + 1
        return name if self.anchors[name] == 1 else f"{name}-{self.anchors[name]}"


def cells_of(line: str) -> list[str]:
    """The cells of a table row, without the backslashes before bars and other characters."""
    cells = re.split(r"(?<!\\)\|", line.strip().strip("|"))
    return [cell.strip().replace("\\|", "|") for cell in cells]
