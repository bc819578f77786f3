"""Checks that a Lua language server interprets the definitions of `mocklua generate definitions` correctly.

Correct scripts have no diagnostics: the examples, and each script in GOOD. Each script in BAD has exactly the codes
listed with it, at their lines. Completion after a response offers the builders. The same applies to the definitions of
a contract, for which completion also offers the methods of services and the arguments of functions.
"""

import argparse
import json
import pathlib
import queue
import shutil
import subprocess
import sys
import tempfile
import threading

SECONDS = 60
GOOD = [
    'shared { status = 0 }\nservice "A" :bind "status" { m = reply { a = 1 } :set { status = 1 } :after(250) }',
    'service "A" { m = { fail("code", "message", { left = 2 }), reply(1) :times(3), exhausted = "cycle", by = "id" } }',
    'service "A" { m = when({ amount = is.gt(10) }, { fail "code", reply(true) }) }',
    'service "A" { m = function(args, call) return { n = call.count, id = args.id } end }',
    'service "A" { m = stream { 1, 2 } :every(100) :fails("code") }',
    'service "A" { m = stream(function() emit(1) sleep(10) end) }',
    'local s = service "A"\ns.m = reply()\ns { other = reply(null), third = reply(array {}) }',
    'override("A", "m", reply(1) :gate "door")\noverride "A" { m = reply(2) }\noverride { status = 3 }',
    'default_delay { min = 1, max = 2 }\ndefault_delay(100)\ndefault_delay { median = 100, sigma = 0.5, max = 200 }',
    'variant("name", function() default_delay(1) end)\nvariant "other" (function() end)',
    'local rows = collection "rows"\nlocal row = rows:insert { name = "Ada" }\nlog(row.id, rows:count(), #rows:all())',
    'http "https://api.example.com" :passthrough() { ["GET /a"] = status(404, { e = 1 }) :headers { A = "b" } }',
    'openapi "api.json" { list = reply { 1 } }\ngraphql "https://a.b/graphql" { ["query Q"] = reply(bytes "a.png") }',
    'local d = { clock(), clock.date(), clock.date { days = 1, hour = 9 }, uuid(), random(3), json.encode { 1 } }\nlog(d)',
    'service "A" { m = reply(enum_case("failed", 3)) :optional() :ignore_unknown_keys() :status(201) }',
    'http { ["GET /a"] = { fault "reset", fault("truncated", { a = 1 }), reply(1) :dribble(5, 1000) } }',
    'service "A" { m = { when(function(args) return args.a == 1 end, reply(copy { 1 })), reply(base64 "x") } }',
    'service "A" { m = { when({ a = is.all_of(is.exists, is.anything_but(is.one_of { 1 })), b = is.absent }, reply()), reply() } }',
    'service "A" { m = function() state.key = services.B.m { a = 1 } open_gate "door" push("A.n", 1) return #calls("A.m") end }',
    'service "A" { m = function() sleep(random(10, 20)) local row = collection "rows" :get(1) return row.name end }',
]
# Each script with its diagnostics: lines from 1, and the server's codes.
BAD = [
    ('replyy(1)', [(1, "undefined-global")]),
    ('reply(1) :afer(250)', [(1, "undefined-field")]),
    ('reply(1) :after("soon")', [(1, "param-type-mismatch")]),
    ('reply(1) :after()', [(1, "missing-parameter")]),
    ('reply(1) :times("x")', [(1, "param-type-mismatch")]),
    ('reply(1) :gate(5)', [(1, "param-type-mismatch")]),
    ('reply(1)\n  :optinal()', [(2, "undefined-field")]),
    ('fail()', [(1, "missing-parameter")]),
    ('fail(5)', [(1, "param-type-mismatch")]),
    ('service(5)', [(1, "param-type-mismatch")]),
    ('service()', [(1, "missing-parameter")]),
    ('sleep("x")', [(1, "param-type-mismatch")]),
    ('open_gate(7)', [(1, "param-type-mismatch")]),
    ('log(is.gtt(1))', [(1, "undefined-field")]),
    ('log(is.size("x"))', [(1, "param-type-mismatch")]),
    ('log(is.regex(5))', [(1, "param-type-mismatch")]),
    ('collection "rows" :insrt {}', [(1, "undefined-field")]),
    ('log(clock.dat())', [(1, "undefined-field")]),
    ('log(json.encod {})', [(1, "undefined-field")]),
    ('shared()', [(1, "missing-parameter")]),
    ('default_delay("x")', [(1, "param-type-mismatch")]),
    ('service "A" { m = function(args, call) return call.cont end }', [(1, "undefined-field")]),
    ('stream { 1 } :every("x")', [(1, "param-type-mismatch")]),
    ('when({ a = 1 }, "text")', [(1, "param-type-mismatch")]),
    ('override(5, "m", reply())', [(1, "param-type-mismatch")]),
]
# The same with the definitions of a contract: the shop's contract in the tests' scripts.
CONTRACT = "Tests/MockLuaTestingTests/Scripts/shop.json"
CONTRACT_GOOD = [
    'service "CatalogService" { product = reply { id = 1 }, names = { fail "soldOut", reply {} } }',
    'service "CatalogService" :bind "currency" { product = function(args, call) return { id = args.id, n = call.count } end }',
    'service "CatalogService" { product = { when({ id = 1 }, reply {}), function(args) return args.id + 1 end } }',
    'override "OrderService" { cancel = reply() }\nservice "Other" { anything = reply() }',
    'local s = service "AccountService"\ns.rename = reply()\ns { levels = reply { 1 } }',
    '---@type mocklua.type.Product\nlocal p = { id = 1, name = "A", price = { amount = 1, currency = "EUR" }, tags = {} }\nlog(p.name)',
    'service "X" { m = function() local p = services.CatalogService.product { id = 1 } return p.price.currency end }',
    'service "OrderService" { place = function(args) return args.count > 2 and fail "soldOut" or services.OrderService.place() end }',
]
# Return values of the functions of `price`, which returns a `Money`, and of other methods.
PRICE = [
    'return { amount = 1, currency = "EUR" }', 'return { amount = 1, currency = args.currency, more = 2 }', 'return fail "soldOut"',
    'return reply { amount = 1, currency = "EUR" } :after(10)', 'return services.CatalogService.price()', 'return', '',
    'return call.count == 1 and fail "soldOut" or { amount = 1, currency = "EUR" }', 'error(fail "soldOut")', 'return state.price',
    'local r = { amount = 1 } r.currency = "EUR" return r', 'local r = {} r.amount = 1 if args.of > 1 then r.currency = "EUR" end return r',
    'return { amount = tonumber("1"), currency = ("E" .. "UR"):upper() }', 'return { amount = random(3) / 2, currency = args.currency or "EUR" }',
    'local rows = collection "prices" return rows:get(args.of) or rows:insert { amount = 1 }', 'return json.decode "{}"',
    'for _, row in ipairs(collection "prices" :all()) do if row.id == args.of then return row end end', 'return copy(state.prices)',
    'local prices = { a = { amount = 1, currency = "EUR" } } return prices[args.of]', 'return enum_case("failed", 3)',
    'local function make(n) return { amount = n, currency = "EUR" } end return make(1)',
    'local ok, price = pcall(services.CatalogService.price, {}) return ok and price or fail "soldOut"', 'return nil',
]
RESULTS = [
    ("AccountService", "account", ['return null', 'return nil', 'return state.account']),
    ("AccountService", "levels", ['return {}', 'return { 1, 2 }', 'return array {}', 'local t = {} for i = 1, 2 do t[#t + 1] = i end return t']),
    ("AccountService", "settings", ['return {}', 'return { dark = true }', 'local t = {} t[state.name] = not t.dark return t']),
    ("AccountService", "rename", ['return 5', 'return', 'return { a = 1 }']),
    ("OrderService", "updates", ['return stream {}', 'return stream { { id = 1 } } :every(10)', 'return fail "soldOut"']),
]


def answering(service, method, body):
    return f'service "{service}" {{\n  {method} = function(args, call)\n    {body}\n  end,\n}}'


RETURNED = [answering("CatalogService", "price", body) for body in PRICE] + [
    answering(service, method, body) for service, method, bodies in RESULTS for body in bodies]
WRONG = [
    answering(service, method, body) for service, method, bodies in [
        ("CatalogService", "price", [
            'return 5', 'return "EUR"', 'return true', 'return {}', 'return { amunt = 1, currency = "EUR" }', 'return { amount = 1 }',
            'return { amount = true, currency = "EUR" }', 'return { amount = 1, currency = 5 }', 'return { 1, 2 }',
            'return when({}, reply())', 'return { amount = {}, currency = "EUR" }']),
        ("AccountService", "levels", ['return 5', 'return { "gold" }', 'return { level = 1 }']),
        ("AccountService", "settings", ['return { dark = "yes" }', 'return "dark"']),
        ("AccountService", "account", ['return 5', 'return { email = "a@b.c" }']),
    ] for body in bodies]
CONTRACT_BAD = [
    ('service "CatalogService" { product = function(args) return args.ident end }', [(1, "undefined-field")]),
    ('service "OrderService" { place = function(args) return args.amount end }', [(1, "undefined-field")]),
    ('service "AccountService" {\n  signIn = function(args, call) return call.cont end,\n}', [(2, "undefined-field")]),
    ('service "X" { m = function() return services.CatalogService.prodct() end }', [(1, "undefined-field")]),
    ('service "X" { m = function() return services.CatalogService.product().nam end }', [(1, "undefined-field")]),
    ('---@type mocklua.type.Currency\nlocal c = "EURO"\nlog(c)', [(2, "assign-type-mismatch")]),
    ('---@type mocklua.type.Money\nlocal m = { amount = 1, currency = "EUR" }\nlog(m.sum)', [(3, "undefined-field")]),
    ('service "CatalogService" { product = 5 }', [(1, "assign-type-mismatch")]),
] + [(text, [(3, "return-type-mismatch")]) for text in WRONG]


class Server:
    """A language server, controlled over its standard input and output."""

    def __init__(self, command, folder):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, cwd=folder)
        self.messages = queue.Queue()
        self.number = 0
        threading.Thread(target=self.read, daemon=True).start()
        self.folder = folder
        root = folder.as_uri()
        self.ask("initialize", {
            "processId": None, "rootUri": root, "workspaceFolders": [{"uri": root, "name": "scripts"}],
            "capabilities": {"textDocument": {"diagnostic": {}, "publishDiagnostics": {}},
                             "workspace": {"configuration": False}}})
        self.tell("initialized", {})

    def read(self):
        while True:
            length = 0
            while (line := self.process.stdout.readline().strip()):
                name, value = line.split(b":", 1)
                if name.lower() == b"content-length":
                    length = int(value)
            if not length:
                return
            self.messages.put(json.loads(self.process.stdout.read(length)))

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def tell(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def ask(self, method, parameters):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": parameters})
        while True:
            message = self.messages.get(timeout=SECONDS)
            if message.get("id") == self.number and "method" not in message:
                if "error" in message:
                    sys.exit(f"check-definitions: {method}: {message['error']}")
                return message["result"]
            if "id" in message:
                self.send({"id": message["id"], "result": None})

    def open(self, name, text):
        uri = (self.folder / name).as_uri()
        self.tell("textDocument/didOpen",
                  {"textDocument": {"uri": uri, "languageId": "lua", "version": 1, "text": text}})
        return uri

    def diagnostics(self, name, text):
        result = self.ask("textDocument/diagnostic", {"textDocument": {"uri": self.open(name, text)}})
        return [(item["range"]["start"]["line"] + 1, item["code"], item["message"])
                for item in result["items"] if item.get("severity", 1) <= 2]

    def completions(self, name, text):
        """The names that are offered at a `|`, or at the end if there isn't one."""
        before, _, after = text.partition("|")
        lines = before.split("\n")
        position = {"line": len(lines) - 1, "character": len(lines[-1])}
        text = before + after
        result = self.ask("textDocument/completion",
                          {"textDocument": {"uri": self.open(name, text)}, "position": position})
        items = result if isinstance(result, list) else result["items"]
        return {item["label"].split("(")[0].split("?")[0] for item in items}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mocklua", required=True)
    parser.add_argument("--server", required=True)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    options = parser.parse_args()
    failures = language(options) + contract(options)
    sys.exit(1 if failures else 0)


def start(options, arguments, folder):
    """Writes the definitions into a folder, and starts a server there."""
    definitions = subprocess.run([options.mocklua, "generate", "definitions", *arguments], capture_output=True, check=True, text=True)
    (folder / "Definitions").mkdir()
    (folder / "Definitions/mocklua.lua").write_text(definitions.stdout)
    shutil.copytree(options.root / "examples" / "presets", folder / "presets")
    (folder / ".luarc.json").write_text('{"runtime": {"version": "Lua 5.4"}}\n')
    return Server(options.server, folder)


def compare(server, good, bad):
    """The number of scripts with unexpected diagnostics."""
    failures = 0
    for name, text in good:
        found = server.diagnostics(name, text)
        if found:
            failures += 1
            print(f"check-definitions: {name}: is good, and has {found}:\n{text[:300]}")
    for number, (text, expected) in enumerate(bad):
        found = server.diagnostics(f"bad{number}.lua", text)
        if [item[:2] for item in found] != expected:
            failures += 1
            print(f"check-definitions: {text}\n  has {found}, not {expected}")
    print(f"check-definitions: {len(good)} good scripts, {len(bad)} with an error, {failures} failures")
    return failures


def offers(server, name, text, wanted):
    """The number 1 if completion at the end of a text lacks a name, otherwise 0."""
    offered = server.completions(name, text)
    missing = wanted - offered
    if missing:
        print(f"check-definitions: behind `{text}` {sorted(missing)} is not offered, but {sorted(offered)[:60]}")
    return 1 if missing else 0


def language(options):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        server = start(options, [], folder)
        good = [(path.name, path.read_text()) for path in sorted((options.root / "examples").glob("*.lua"))]
        good += [(f"good{number}.lua", text) for number, text in enumerate(GOOD)]
        failures = compare(server, good, BAD)
        failures += offers(server, "completion.lua", "reply(1):",
                           {"after", "set", "gate", "times", "optional", "every", "fails"})
        server.process.kill()
    return failures


def contract(options):
    with tempfile.TemporaryDirectory() as name:
        server = start(options, ["--contract", str(options.root / CONTRACT)], pathlib.Path(name))
        good = [(f"good{number}.lua", text) for number, text in enumerate(GOOD + CONTRACT_GOOD + RETURNED)]
        # For a word with several forms, the server reports an error for each.
        bad = [item for item in BAD if not item[0].startswith("override(5")]
        failures = compare(server, good, bad + CONTRACT_BAD)
        failures += offers(server, "methods.lua", 'local s = service "CatalogService"\ns.', {"product", "names", "price"})
        failures += offers(server, "table.lua", 'service "OrderService" {\n  |\n}', {"order", "place", "cancel", "updates"})
        failures += offers(server, "args.lua", 'service "OrderService" { place = function(args) return args.',
                           {"product", "count", "payment"})
        server.process.kill()
    return failures


main()
