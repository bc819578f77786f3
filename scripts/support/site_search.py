"""The index of the site's search: pages with names and summaries, the sections of articles with text, and messages."""

import json
import pathlib
import re

from site_markdown import Renderer, blocks_of, cells_of


def text_of(content) -> str:
    """The text of a part of a page in DocC's format."""
    if isinstance(content, list):
        return " ".join(filter(None, map(text_of, content)))
    if not isinstance(content, dict):
        return ""
    kind = content.get("type")
    if kind == "codeListing":
        return " ".join(content["code"])
    if kind in {"text", "codeVoice"}:
        return content.get("text", content.get("code", ""))
    return text_of([value for key, value in content.items() if key in {
        "inlineContent", "content", "items", "rows", "cells", "header", "term", "definition"} or isinstance(value, list)])


def inline_text(parts: list, references: dict) -> str:
    """The plain text of inline content."""
    shown = (part.get("text") or part.get("code") or inline_text(part.get("inlineContent", []), references)
             or references.get(part.get("identifier", ""), {}).get("title", "") for part in parts)
    return "".join(shown)


def sections_of(page: dict) -> list[list[str]]:
    """The sections of an article: anchor, heading, and text."""
    found = [["", "", ""]]
    for section in page.get("primaryContentSections", []):
        for block in section.get("content", []):
            if block.get("type") == "heading" and block["text"] != "Overview":
                found.append([block["anchor"], block["text"], ""])
            elif block.get("type") != "heading":
                found[-1][2] += " " + text_of(block)
    return [[anchor, heading, " ".join(text.split())] for anchor, heading, text in found if heading or text.strip()]


def entry(page: dict, path: str) -> dict | None:
    """The entry of a page in the index; None for lists that DocC generates."""
    metadata, references = page.get("metadata", {}), page.get("references", {})
    title = metadata.get("title")
    if not title or metadata.get("role") == "collectionGroup" or metadata.get("symbolKind") == "extension":
        return None
    if page["kind"] in {"project", "overview"}:
        return {"title": title, "kind": "Tutorial", "within": "", "abstract": "", "path": f"{path}/", "sections": []}
    if page["kind"] == "article" and metadata["role"] != "article":
        return None
    abstract = inline_text(page.get("abstract", []), references)
    module = metadata["modules"][0]["name"]
    is_module = metadata.get("symbolKind") == "module"
    if page["kind"] == "article" or is_module:
        return {"title": title, "kind": "Library" if is_module else "Article", "within": "", "abstract": abstract,
                "path": f"{path}/", "sections": sections_of(page)}
    parents = page["hierarchy"]["paths"][0] if page["hierarchy"]["paths"] else []
    owner = references.get(parents[-1], {}).get("title", "") if len(parents) > 1 else ""
    within = f"{module}, {owner}" if owner and owner != module else module
    return {"title": title, "kind": metadata["roleHeading"], "within": within, "abstract": abstract, "path": f"{path}/",
            "symbol": True, "depth": max(len(parents) - 1, 0)}


def uncoded(cell: str) -> str:
    """A cell of a table without the backticks around it, and without escapes."""
    return re.sub(r"^(`+) ?(.*?) ?\1$", r"\2", cell).replace("\\", "")


def messages(root: pathlib.Path) -> dict:
    """The list of messages, in which each is a section."""
    rows = [cells for block in blocks_of((root / "docs" / "messages.md").read_text()) if block.kind == "table"
            for cells in map(cells_of, block.items[2:])]
    page = Renderer(lambda link: link, lambda alt, file: "")
    sections = [[page.anchor(row), uncoded(row[1]), " ".join(uncoded(row[column]) for column in (3, 2, 0) if row[column])]
                for row in rows]
    return {"title": "Messages", "kind": "Message", "within": "", "abstract": "The messages of MockLua, and what to do about each.",
            "path": "messages/", "sections": sections}


def write_index(root: pathlib.Path, output: pathlib.Path) -> int:
    """Writes `site/search.json`, and returns how many pages are in it."""
    pages = [messages(root)]
    for file in sorted((output / "data").rglob("*.json")):
        path = str(file.relative_to(output / "data").with_suffix(""))
        found = entry(json.loads(file.read_text()), path)
        if found:
            pages.append(found)
    (output / "site" / "search.json").write_text(json.dumps(pages, ensure_ascii=False, separators=(",", ":")))
    return len(pages)
