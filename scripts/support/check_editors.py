"""Tests the editor settings in the article Editors.md.

The matchers of Visual Studio Code's task must match the output of `mocklua check`, and the lines for Neovim must work
in a headless Neovim.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ARTICLE = "Sources/MockLua/MockLua.docc/Editors.md"

# Scripts with the expected issues: the line, the column if it's known, and the severity.
SCRIPTS = {
    "good.lua": ('service "A" { m = reply(1) }\n', []),
    "word.lua": ('service "A" { m = repl(1) }\n', [(1, None, "error")]),
    "many.lua": (
        'shared { idle = 1 }\nservice "A" {\n  m = { when({ a = is.gt(1) }, reply(1)), when({ a = 5 }, reply(2)), reply(3) },\n}\n',
        [(1, None, "warning"), (3, None, "warning")]),
    "odd.json": ('{\n  "services": { "A": { "methodz": {} } } }\n', [(2, 24, "error")]),
    "a: b.lua": ('service "A" { m = reply(1) :afer(2) }\n', [(1, None, "error")]),
}


def block(text, title, number=0):
    """A code block below a heading of the article, by default the first."""
    return re.findall(r"^```\w+ ignore\n(.*?)^```$", text.partition(f"\n## {title}\n")[2], re.M | re.S)[number]


def matched(line, matchers):
    """The result of the first matcher that matches a line, as in Visual Studio Code."""
    for matcher in matchers:
        pattern = matcher["pattern"]
        if found := re.search(pattern["regexp"], line):
            part = lambda name: found.group(pattern[name]) if name in pattern else None
            column = part("column")
            return (part("file"), part("line") and int(part("line")), column and int(column), part("severity"),
                    part("message"))
    return None


def check_code(mocklua, tasks, folder):
    """Compares the results of the matchers with those of `--format json`."""
    failures = []
    task = json.loads(tasks)["tasks"][0]
    command = task["command"].split(" ")
    if command[:2] != ["mocklua", "check"]:
        failures.append(f"the task runs {command}")
    files = [*SCRIPTS, "none.lua"]
    text = subprocess.run([mocklua, *command[1:-1], *files], cwd=folder, capture_output=True, text=True).stdout
    result = subprocess.run([mocklua, "check", "--format", "json", *files], cwd=folder, capture_output=True, text=True)
    read = [matched(line, task["problemMatcher"]) for line in text.splitlines()]
    wanted = [
        (issue["file"], issue.get("line"), issue.get("column"), issue["severity"], issue["message"])
        for issue in json.loads(result.stdout)["issues"]]
    if read != wanted or not wanted:
        failures.append(f"the matchers read {read}, but the check found {wanted}")
    for name, (_, expected) in SCRIPTS.items():
        found = [(line, column, severity) for file, line, column, severity, _ in wanted if file == name]
        if found != expected:
            failures.append(f"{name}: found {found}, not {expected}")
    if matched("mocklua: 1 error", task["problemMatcher"]):
        failures.append("the last line of a check is taken for a problem")
    return failures


def check_neovim(mocklua, lines, folder):
    """Saves scripts in Neovim, and compares its diagnostics: errors, no more errors, and an error in a module."""
    scripts = folder / "Scenarios"
    (scripts / "Definitions").mkdir(parents=True)
    (folder / "init.lua").write_text(lines)
    (scripts / "login.lua").write_text(SCRIPTS["word.lua"][0])
    (scripts / "outer.lua").write_text('require "inner"\n')
    (scripts / "inner.lua").write_text('\nservice "A" { m = repl(1) }\n')
    (scripts / "Definitions/mocklua.lua").write_text("is = {}\n")
    (folder / "try.lua").write_text("""
local function shown(file, count)
  vim.wait(20000, function()
    local buffer = vim.fn.bufnr(file)
    return buffer > 0 and #vim.diagnostic.get(buffer) == count
  end, 20)
  local found = {}
  for _, item in ipairs(vim.diagnostic.get(vim.fn.bufnr(file))) do
    table.insert(found, { item.lnum, item.severity, item.source, item.message })
  end
  return found
end
local results = {}
vim.cmd "edit Scenarios/login.lua"
vim.cmd "write"
table.insert(results, shown("login.lua", 1))
vim.diagnostic.setqflist { open = false }
table.insert(results, { #vim.fn.getqflist(), vim.fn.getqflist()[1].lnum })
vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'service "A" { m = reply(1) }' })
vim.cmd "write"
table.insert(results, shown("login.lua", 0))
vim.cmd "edit Scenarios/outer.lua"
vim.cmd "write"
table.insert(results, shown("inner.lua", 1))
vim.cmd "edit Scenarios/Definitions/mocklua.lua"
vim.cmd "write"
vim.wait(500)
table.insert(results, shown("Definitions/mocklua.lua", 0))
vim.fn.writefile({ vim.json.encode(results) }, "results.json")
""")
    (folder / "bin").mkdir()
    (folder / "bin/mocklua").symlink_to(mocklua)
    run = neovim(folder)
    if not (folder / "results.json").exists():
        return [f"Neovim says: {run.stdout}{run.stderr}"]
    wrong = "undeclared global `repl`; did you mean `reply`?"
    expected = [[[0, 1, "mocklua", wrong]], [1, 1], [], [[1, 1, "mocklua", wrong]], []]
    # Lua writes an empty list as an object.
    results = [result or [] for result in json.loads((folder / "results.json").read_text())]
    return [] if results == expected else [f"Neovim shows {results}, not {expected}; it says {run.stderr}"]


def neovim(folder):
    """Runs `try.lua` of a folder in a Neovim with the folder's `init.lua` and `bin`."""
    environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "HOME": str(folder),
                   "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_STATE_HOME": str(folder)}
    return subprocess.run(
        ["nvim", "--headless", "-n", "-u", "init.lua", "-c", "lua local ok, problem = pcall(dofile, 'try.lua'); io.stderr:write(tostring(problem))", "-c", "qall!"], cwd=folder, env=environment,
        capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)


def check_server(mocklua, server, lines, folder):
    """Opens the first script of `mocklua init` in Neovim, and compares the language server's results."""
    subprocess.run([mocklua, "init"], cwd=folder, capture_output=True, check=True)
    # Neovim 0.7 starts a server in two steps.
    (folder / "init.lua").write_text("""
vim.lsp.start = vim.lsp.start or function(config)
  vim.lsp.buf_attach_client(0, vim.lsp.start_client(config))
end
""" + lines)
    (folder / "try.lua").write_text("""
vim.cmd "filetype on"
vim.cmd "edit Scenarios/greeting.lua"
local last = vim.api.nvim_buf_line_count(0)
vim.api.nvim_buf_set_lines(0, -1, -1, false, { "log(reply(1) :afer(2))" })
vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end, 50)
local found = {}
for _, item in ipairs(vim.diagnostic.get(0)) do table.insert(found, { item.lnum - last, item.code }) end
vim.api.nvim_win_set_cursor(0, { last + 1, 5 })
local hover = vim.lsp.buf_request_sync(0, "textDocument/hover", vim.lsp.util.make_position_params(0, "utf-16"), 20000)
local texts = {}
for _, answer in pairs(hover or {}) do table.insert(texts, answer.result and answer.result.contents.value) end
vim.fn.writefile({ vim.json.encode { found = found, hover = texts[1] } }, "results.json")
""")
    (folder / "bin").mkdir()
    (folder / "bin/emmylua_ls").symlink_to(server)
    run = neovim(folder)
    if not (folder / "results.json").exists():
        return [f"Neovim says: {run.stdout}{run.stderr}"]
    results = json.loads((folder / "results.json").read_text())
    if results["found"] != [[0, "undefined-field"]] or "Success without a value." not in results.get("hover", ""):
        return [f"the language server shows {results}; Neovim says {run.stderr}"]
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mocklua", required=True)
    parser.add_argument("--server", required=True)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    options = parser.parse_args()
    article = (options.root / ARTICLE).read_text()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        for file, (text, _) in SCRIPTS.items():
            (folder / file).write_text(text)
        failures = check_code(options.mocklua, block(article, "Visual Studio Code"), folder)
    with tempfile.TemporaryDirectory() as name:
        failures += check_neovim(options.mocklua, block(article, "Neovim"), pathlib.Path(name).resolve())
    with tempfile.TemporaryDirectory() as name:
        failures += check_server(
            options.mocklua, options.server, block(article, "Neovim", 1), pathlib.Path(name).resolve())
    for failure in failures:
        print(failure, file=sys.stderr)
    if failures:
        raise SystemExit(1)
    print("VS Code's task reads the messages, Neovim shows them, and the language server knows the words")


main()
