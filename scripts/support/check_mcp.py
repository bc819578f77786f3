"""Tests `mocklua mcp` with the official client from PyPI, in both protocol eras, and with hostile clients.

See scripts/check-mcp.
"""

import argparse
import asyncio
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import jsonschema
import mcp_types
from mcp import Client, MCPError, StdioServerParameters

sys.path.insert(0, str(pathlib.Path(__file__).parent / "mcp"))
import mending

SUPPORT = pathlib.Path(__file__).parent / "mcp"
ERAS = {"legacy": "2025-11-25", "auto": "2026-07-28"}
META = {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                  "io.modelcontextprotocol/clientCapabilities": {}}}
# The maximum size of a message that is read, in bytes.
LIMIT = 4 << 20


def equal(got, wanted, what=""):
    assert got == wanted, f"{what}: got {got!r} in place of {wanted!r}"


class Folder:
    """A folder with scripts, a secret next to it, and links that lead there."""

    def __init__(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.path = self.root / "project"
        self.path.mkdir()
        shutil.copy(SUPPORT / "login.lua", self.path)
        (self.path / "broken.lua").write_text('service "A" {\n  m = repl(true),\n}\n')
        (self.root / "secret.lua").write_text('service "Secret" { word = reply("hush") }\n')
        (self.path / "link.lua").symlink_to(self.root / "secret.lua")
        (self.path / "linked").symlink_to(self.root)
        (self.path / "module.lua").write_text('require "link"\nservice "B" { m = reply(1) }\n')
        (self.path / "fixture.lua").write_text('service "B" { m = reply(fixture "link.txt") }\n')
        (self.root / "secret.txt").write_text("hush")
        (self.path / "link.txt").symlink_to(self.root / "secret.txt")
        os.mkfifo(self.path / "fifo.lua")

    def remove(self):
        shutil.rmtree(self.root)


class Raw:
    """`mocklua mcp` with handwritten messages instead of a client's."""

    def __init__(self, mocklua, folder):
        self.process = subprocess.Popen(
            [mocklua, "mcp", str(folder.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def send(self, line):
        if not isinstance(line, bytes):
            line = (line if isinstance(line, str) else json.dumps(line)).encode()
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def ask(self, line):
        """Sends a line and returns the response. Blocks if there is no response."""
        self.send(line)
        return json.loads(self.process.stdout.readline())

    def close(self):
        """Closes the input, and returns the rest of the output and the exit code."""
        output, errors = self.process.communicate(timeout=60)
        assert b"Fatal error" not in errors, errors
        return output, self.process.returncode


def request(method, number=1, **parameters):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}


def tool(name, number=1, **arguments):
    return request("tools/call", number, name=name, arguments=arguments, **META)


def text(result):
    return "\n".join(part.text for part in result.content)


# The official client


def connect(mocklua, folder, mode="auto"):
    parameters = StdioServerParameters(command=mocklua, args=["mcp", str(folder.path)])
    return Client(parameters, mode=mode, read_timeout_seconds=120)


def in_both_eras(test):
    async def run(mocklua, folder):
        for mode, version in ERAS.items():
            async with connect(mocklua, folder, mode) as client:
                equal(client.protocol_version, version, mode)
                await test(client, folder)

    run.__name__ = test.__name__
    return run


@in_both_eras
async def test_lists(client, _):
    equal(client.server_info.name, "mocklua")
    tools = (await client.list_tools()).tools
    equal([tool.name for tool in tools], ["check", "emit", "list", "explain", "call", "trace", "session"])
    definitions = json.dumps([tool.model_dump(by_alias=True, exclude_none=True) for tool in tools])
    # In JSON such as this, a token has at least three bytes.
    assert len(definitions) / 3 < 3000, f"{len(definitions)} bytes of definitions"
    for tool in tools:
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
    resources = (await client.list_resources()).resources
    for resource in resources:
        content = (await client.read_resource(str(resource.uri))).contents[0]
        equal(len(content.text.encode()), resource.size, resource.uri)
    assert "# The scenario language" in (await client.read_resource(str(resources[0].uri))).contents[0].text
    equal((await client.list_resource_templates()).resource_templates, [])
    with contextlib.suppress(MCPError):
        await client.read_resource("mocklua://reference/Nothing")
        raise AssertionError("a resource that doesn't exist was read")


@in_both_eras
async def test_scripts(client, _):
    async def call(name, **arguments):
        return await client.call_tool(name, arguments)

    checked = await call("check", files=["broken.lua", "login.lua"])
    assert not checked.is_error
    issue = json.loads(checked.content[0].text)["issues"][0]
    equal((issue["file"], issue["line"]), ("broken.lua", 2))
    equal(issue["edit"], {"line": 2, "column": 7, "old": "repl", "new": "reply"})
    emitted = await call("emit", file="login.lua")
    assert "OTP" in json.loads(emitted.content[0].text)["services"]
    equal([item["name"] for item in json.loads(text(await call("list", file="login.lua")))["variants"]], ["offline"])
    refused = await call("emit", file="broken.lua")
    assert refused.is_error and json.loads(text(refused))["issues"][0]["line"] == 2
    explained = json.loads(text(await call("explain", file="login.lua", call="OTP.verify", args={"code": "2"})))
    equal(explained["answer"]["place"], "login.lua:7")
    played = await call(
        "call", file="login.lua", state=True, calls=[
            {"close": "resent"}, {"call": "OTP.resend"}, {"call": "OTP.verify", "args": {"code": "1"}},
            {"open": "resent"}])
    lines = [json.loads(line) for line in text(played).split("\n")]
    equal([line.get("result") for line in lines], ["waiting", "success", "success", None])
    equal(lines[-1], {"state": {"status": "in"}})


@in_both_eras
async def test_wrong_arguments(client, _):
    for name, arguments, wanted in [
        ("check", {}, "`files` is missing"),
        ("check", {"files": "login.lua"}, "must be a list of strings"),
        ("check", {"file": "login.lua"}, "did you mean `files`?"),
        ("check", {"files": ["none.lua"]}, "no such file or folder"),
        ("emit", {"file": "login.lua", "variant": "offlin"}, "did you mean `offline`?"),
        ("emit", {"file": "login.lua", "mode": "debgu"}, "did you mean `debug`?"),
        ("emit", {"file": "login.lua", "variant": "--output=stolen"}, "--output=stolen"),
        ("explain", {"file": "login.lua", "call": "verify"}, "Service.method"),
        ("call", {"file": "login.lua", "calls": [{"cal": "OTP.verify"}]}, "did you mean `call`?"),
        ("call", {"file": "login.lua", "calls": [{"call": "OTP.verfy"}]}, "did you mean `verify`?"),
        ("call", {"file": "login.lua", "calls": [{"open": "door"}]}, "known: resent"),
        ("trace", {"file": "login.lua"}, "isn't a trace"),
        ("session", {"session": "http://example.com/#00", "action": "calls"}, "http://127.0.0.1:PORT/#TOKEN"),
    ]:
        result = await client.call_tool(name, arguments)
        assert result.is_error or name == "check", f"{name} {arguments}: {text(result)}"
        assert wanted in text(result), f"{name} {arguments}: {text(result)}"


@in_both_eras
async def test_stays_below_its_folder(client, folder):
    outside = str(folder.root / "secret.lua")
    for path in ["link.lua", "linked/secret.lua", "../secret.lua", outside, "/etc/passwd", "/dev/stdin", "/proc/self/environ",
                 "../nothing.lua", "/nothing"]:
        for name, arguments in [
            ("check", {"files": [path]}), ("emit", {"file": path}), ("trace", {"file": path}),
            ("explain", {"file": path, "call": "Secret.word"}),
            ("explain", {"file": "login.lua", "call": "OTP.verify", "calls": path}),
            ("call", {"file": path, "calls": [{"call": "Secret.word"}]}),
            ("emit", {"file": "login.lua", "path": [path]}), ("trace", {"file": "login.lua", "with": path}),
        ]:
            said = await client.call_tool(name, arguments)
            assert said.is_error and "outside the folder" in text(said), f"{name} {arguments}: {text(said)}"
            assert "hush" not in text(said)
    for script in ["module.lua", "fixture.lua"]:
        said = text(await client.call_tool("emit", {"file": script}))
        assert "is a link to a file outside of" in said and "hush" not in said, said
    assert "isn't a regular file" in text(await client.call_tool("check", {"files": ["fifo.lua"]}))


@in_both_eras
async def test_runs_no_tests_without_permission(client, folder):
    with contextlib.suppress(MCPError):
        await client.call_tool("test", {"file": "a.swift", "protocol": "A", "output": "b.swift"})
        raise AssertionError("a server without permission has written a test")
    assert not (folder.path / "b.swift").exists()


@in_both_eras
async def test_steers_a_session(client, folder):
    server = subprocess.Popen(
        [mocklua_path, "serve", "login.lua", "--format", "json"], cwd=folder.path, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        address = server.stderr.readline().split(" is at ")[1].strip()

        async def ask(action, **arguments):
            result = await client.call_tool("session", {"session": address, "action": action, **arguments})
            return result.is_error, text(result)

        async def value(action, **arguments):
            is_error, said = await ask(action, **arguments)
            assert not is_error, said
            return json.loads(said)

        equal((await value("call", name="OTP.verify", args={"code": "2"}))["error"]["code"], "wrongCode")
        await value("override", name="OTP.verify", response={"result": "success", "value": 7})
        equal((await value("call", name="OTP.verify", args={"code": "2"}))["value"], 7)
        equal(await ask("withdraw", name="OTP.verify"), (False, "done"))
        equal((await value("call", name="OTP.verify", args={"code": "1"}))["value"], True)
        equal(await value("state"), {"status": "in"})
        equal(await value("state", values={"status": "out"}), {"status": "out"})
        calls = await value("calls", name="OTP.verify", limit=2)
        equal((len(calls["requests"]), calls["total"]), (2, 3))
        assert (await value("show", number=1))["candidates"]
        equal((await value("gates", name="resent", open=False))["gates"][0]["isOpen"], False)
        equal((await value("gates"))["gates"][0]["waiting"], 0)
        equal(await ask("clock", mode="manual"), (False, "done"))
        equal((await value("clock", advanceMs=5000))["elapsedMs"], 5000)
        equal((await value("variants"))["variants"], ["offline"])
        equal(await ask("variants", name="offline"), (False, "done"))
        equal((await value("call", name="OTP.verify"))["error"]["code"], "offline")
        equal(await ask("restart"), (False, "done"))
        equal((await value("calls"))["requests"], [])
        assert "service" in (await value("script"))["text"]
        assert (await value("services"))["services"]
        for action, arguments, wanted in [
            ("state", {"values": {"statsu": 1}}, "did you mean `status`?"),
            ("gates", {"name": "resnt", "open": True}, "resent"),
            ("call", {"name": "OTB.verify"}, "did you mean `OTP`?"),
            ("override", {"name": "OTP.verify"}, "lacks `response`"),
            ("calls", {"values": {}}, "takes no `values`"),
            ("shwo", {}, "did you mean `show`?"),
        ]:
            is_error, said = await ask(action, **arguments)
            assert is_error and wanted in said, f"{action} {arguments}: {said}"
        wrong = address[:-1] + ("0" if address[-1] != "0" else "1")
        result = await client.call_tool("session", {"session": wrong, "action": "state"})
        assert result.is_error and "badToken" in text(result), text(result)
        address_of_session, *shown = (server.stdout.readline() for _ in range(4))
        assert address_of_session.startswith("MOCK_SERVICE_SESSION="), address_of_session
        schema = json.loads((await client.read_resource("mocklua://reference/command-output.schema")).contents[0].text)
        for line in shown:
            jsonschema.validate(json.loads(line), {**schema, "$ref": "#/$defs/serve"})
    finally:
        server.terminate()
        server.communicate(timeout=60)


async def test_broken_scenarios_are_mended(mocklua, folder):
    blocks = (SUPPORT / "broken.txt").read_text().split("=== ")[1:]
    assert len(blocks) >= 25, len(blocks)
    script = folder.path / "mended.lua"
    async with connect(mocklua, folder) as client:
        for block in blocks:
            name, source = block.split("\n", 1)
            for round in range(6):
                script.write_text(source)
                issues = json.loads((await client.call_tool("check", {"files": ["mended.lua"]})).content[0].text)["issues"]
                assert issues or round > 0, f"{name}: nothing is broken"
                if not issues:
                    break
                equal(issues[0]["file"], "mended.lua")
                mended = mending.mend(source, issues[0])
                assert mended not in (None, source), f"{name}: {issues[0]} mends nothing"
                source = mended
            assert not issues, f"{name}: {issues}\n{source}"
            emitted = await client.call_tool("emit", {"file": "mended.lua"})
            assert not emitted.is_error, f"{name}: {text(emitted)}"


# Hostile clients


async def test_every_answer_is_of_the_protocol(mocklua, folder):
    raw = Raw(mocklua, folder)
    for method, parameters, model in [
        ("server/discover", {}, mcp_types.DiscoverResult),
        ("tools/list", {}, mcp_types.ListToolsResult),
        ("tools/call", {"name": "check", "arguments": {"files": ["login.lua"]}}, mcp_types.CallToolResult),
        ("resources/list", {}, mcp_types.ListResourcesResult),
        ("resources/read", {"uri": "mocklua://reference/Values"}, mcp_types.ReadResourceResult),
    ]:
        result = raw.ask(request(method, **parameters, **META))["result"]
        model.model_validate(result)
        equal(result["resultType"], "complete")
        equal(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "mocklua")
    equal(raw.close(), (b"", 0))


async def test_wrong_messages(mocklua, folder):
    raw = Raw(mocklua, folder)
    version = "io.modelcontextprotocol/protocolVersion"
    for line, code, number in [
        (request("tools/list"), -32600, 1),
        (request("resources/read", uri="x"), -32600, 1),
        (request("server/discover"), -32602, 1),
        (request("tools/list", _meta={version: "2026-07-28"}), -32602, 1),
        (request("tools/list", _meta={version: "1900-01-01"}), -32022, 1),
        (request("tools/list", _meta={version: 5}), -32602, 1),
        (request("tools/list", _meta=5), -32602, 1),
        (request("initialize"), -32602, 1),
        (request("ping", **META), -32601, 1),
        (request("tools/lost", **META), -32601, 1),
        (request("subscriptions/listen", **META), -32601, 1),
        (request("tools/list", cursor="x", **META), -32602, 1),
        (request("tools/call", **META), -32602, 1),
        (request("tools/call", name="format", **META), -32602, 1),
        (request("tools/call", name="check", arguments=[], **META), -32602, 1),
        (request("resources/read", **META), -32602, 1),
        (request("resources/read", uri="file:///etc/passwd", **META), -32602, 1),
        ({"jsonrpc": "2.0", "id": "x", "method": "tools/list", "params": []}, -32602, "x"),
        ({"jsonrpc": "1.0", "id": 2, "method": "ping"}, -32600, 2),
        ({"id": -3, "method": "ping"}, -32600, -3),
        ({"jsonrpc": "2.0", "id": 4}, -32600, 4),
        ({"jsonrpc": "2.0", "id": 5, "method": 7}, -32600, 5),
        ({"jsonrpc": "2.0", "id": None, "method": "ping"}, -32600, None),
        ({"jsonrpc": "2.0", "id": 1.5, "method": "ping"}, -32600, None),
        ({"jsonrpc": "2.0", "id": True, "method": "ping"}, -32600, None),
        ({"jsonrpc": "2.0", "id": {}, "method": "ping"}, -32600, None),
        ('{"jsonrpc": "2.0", "id": 123456789012345678901234567890, "method": "ping"}', -32600, None),
        ([], -32600, None), ([request("ping")], -32600, None), ("5", -32600, None), ('"x"', -32600, None),
        ("nonsense", -32700, None), ("{", -32700, None), ('{"id": 1, "id": 2}', -32700, None),
        (b"\xff\xfe\x00\x01", -32700, None), (b'{"jsonrpc": "2.0", "id": "\xff", "method": "ping"}', -32700, None),
        (bytes(range(14, 256)), -32700, None),
        ("[" * 100_000, -32700, None), ('{"a":' * 100_000, -32700, None),
        (b'{"method": "' + b"x" * LIMIT + b'"}', -32600, None),
    ]:
        answer = raw.ask(line)
        equal((answer["error"]["code"], answer["id"]), (code, number), line if len(line) < 400 else line[:40])
        assert answer["error"]["message"] and answer["jsonrpc"] == "2.0"
    # These get no response, but the next request does.
    for line in ["", "  \r", {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}},
                 {"jsonrpc": "2.0", "method": "no/such"}, {"jsonrpc": "2.0", "id": 1, "result": {}},
                 {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": ""}}]:
        raw.send(line)
    equal(raw.ask(request("ping"))["result"], {})
    answer = raw.ask(request("initialize", protocolVersion="2024-01-01", capabilities={}))
    equal(answer["result"]["protocolVersion"], "2025-11-25")
    equal(raw.ask(request("initialize", protocolVersion="2025-11-25"))["error"]["code"], -32600)
    equal(len(raw.ask(request("tools/list"))["result"]["tools"]), 7)
    assert "resultType" not in raw.ask(request("tools/list"))["result"]
    equal(raw.ask(request("server/discover", **META))["result"]["supportedVersions"], ["2026-07-28", "2025-11-25"])
    equal(raw.close(), (b"", 0))


async def test_hostile_scripts(mocklua, folder):
    raw = Raw(mocklua, folder)
    for name, source, wanted in [
        ("loop", "while true do end", "an endless loop"),
        ("print", 'for i = 1, 100000 do print("\\27[2J" .. i) end', "more"),
        ("binary", "\x1bLua\x00\x01", "binary"),
        ("deep", "return " + "(" * 5000 + "1" + ")" * 5000, "overflow"),
        ("huge", 'service "A" { m = reply(string.rep("x", 1 << 20)) }', "bytes, but at most"),
    ]:
        (folder.path / "m.lua").write_text(source, newline="")
        result = raw.ask(tool("emit", file="m.lua"))["result"]
        said = "\n".join(part["text"] for part in result["content"])
        assert len(said) < 300_000 and "\x1b" not in said, name
        assert wanted in said, f"{name}: {said[:500]}"
    equal(raw.ask(request("tools/list", **META))["id"], 1)
    equal(raw.close(), (b"", 0))


async def test_ends(mocklua, folder):
    for line in [b"", b"\n", b'{"jsonrpc": "2.0", "id": 1, "met', b'{"a": "' + b"x" * (LIMIT + 5)]:
        raw = Raw(mocklua, folder)
        raw.process.stdin.write(line)
        output, code = raw.close()
        equal(code, 0, line[:20])
        assert all(json.loads(answer)["error"] for answer in output.splitlines())
    raw = Raw(mocklua, folder)
    equal(raw.ask(request("ping"))["result"], {})
    raw.process.send_signal(signal.SIGTERM)
    equal(raw.process.wait(60), -signal.SIGTERM)
    raw.close()
    # A client that has disconnected isn't written to forever.
    raw = Raw(mocklua, folder)
    raw.process.stdout.close()
    with contextlib.suppress(BrokenPipeError):
        for _ in range(1000):
            raw.send(request("tools/list", **META))
    with contextlib.suppress(BrokenPipeError):
        raw.process.stdin.close()
    equal(raw.process.wait(60), 1)
    missing = subprocess.run([mocklua, "mcp", str(folder.path / "none")], capture_output=True, text=True)
    equal(missing.returncode, 1)
    assert missing.stdout == "" and "name the folder that the agent may read" in missing.stderr, missing.stderr


async def test_many_requests(mocklua, folder):
    raw = Raw(mocklua, folder)
    started = time.monotonic()
    for number in range(1, 501):
        answer = raw.ask(tool("check", number, files=["login.lua"]))
        equal((answer["id"], answer["result"]["isError"]), (number, False))
    status = pathlib.Path(f"/proc/{raw.process.pid}/status")
    if status.exists():
        peak = int(status.read_text().split("VmHWM:")[1].split()[0])
        assert peak < 300 << 10, f"{peak} KiB"
    print(f"500 checks in {time.monotonic() - started:.1f} s")
    equal(raw.close(), (b"", 0))


def leaves(group):
    for error in group.exceptions:
        yield from leaves(error) if isinstance(error, BaseExceptionGroup) else [error]


def main():
    global mocklua_path
    parser = argparse.ArgumentParser()
    parser.add_argument("--mocklua", required=True)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    mocklua_path = options.mocklua = os.path.abspath(options.mocklua)
    failed = 0
    for name, test in [pair for pair in globals().items() if pair[0].startswith("test_") and options.only in pair[0]]:
        words = name[5:].replace("_", " ")
        folder = Folder()
        started = time.monotonic()
        try:
            asyncio.run(asyncio.wait_for(test(options.mocklua, folder), 120))
            print(f"ok   {words} ({time.monotonic() - started:.1f} s)")
        except BaseExceptionGroup as group:
            failed += 1
            print(f"FAIL {words}: {[str(error) or repr(error) for error in leaves(group)]}")
        except Exception as error:
            failed += 1
            print(f"FAIL {words}: {type(error).__name__} {error}")
        finally:
            folder.remove()
    if failed:
        sys.exit(f"check-mcp: {failed} checks failed")


main()
