"""Checks that the output of the commands with `--format json` conforms to `command-output.schema.json`.

The schema rejects unknown keys, so a new key must be described there as well.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

import jsonschema
import report

SCHEMA = "Sources/LanguageReference/Articles/command-output.schema.json"

# Contracts written by tests, which fail if they would write different ones.
CONTRACT_SCHEMA = "Sources/MockServices/Schema/contract.schema.json"
CONTRACTS = ["shop.json", "tickets.json"]
CONTRACT_FOLDER = "Tests/MockLuaTestingTests/Scripts"

FILES = {
    "login.lua": """
shared { status = "none" }
service "OTP" :bind "status" {
  verify = { when({ code = "1" }, reply(true) :set { status = "in" }), fail("wrongCode", "Wrong", { left = 2 }) },
  resend = reply() :gate "resent",
  feed = stream { 1, 2 } :fails "closed",
  load = { by = "id", reply(1) :after(20), reply(2) :after(10) },
  sum = function(args) return args.a end,
}
-- Nobody is there.
variant("offline", function() override("OTP", "verify", fail("offline")) end)
""",
    "odd.lua": """
shared { idle = 1 }
service "A" { m = { when({ a = is.gt(1) }, reply(1)), when({ a = 5 }, reply(2)), reply(3) }, n = repl(1) }
""",
    "api.lua": """
http "http://127.0.0.1:1" {
  -- recorded 2026-11-25
  ["GET /a"] = reply(1),
  ["POST /a"] = reply(1),
}
""",
    "odd.json": '{"services": {"A": {"methodz": {}}}}',
    "door.json": '{"mappings": [{"request": {"method": "GET", "urlPattern": "/a.*"}, "response": {"status": 200}}]}',
}

# The command, the definition of its result, and whether each line is a separate result.
RUNS = [
    ("check login.lua", "check", False),
    ("check odd.lua odd.json none.lua", "check", False),
    ('call login.lua OTP.verify {"code":"1"} OTP.verify OTP.feed close=resent OTP.resend OTP.none --state --gates', "call", True),
    ('explain login.lua OTP.verify {"code":"2"}', "explain", False),
    ('explain login.lua OTP.load {"id":5}', "explain", False),
    ("explain login.lua OTP.sum", "explain", False),
    ("list login.lua", "list", False),
    ("generate diagram login.lua", "diagram", False),
    ("coverage uses", "coverage", False),
    ("drift api.lua", "drift", False),
    ("format --check login.lua odd.lua", "format", False),
    ("import door.json", "import", False),
    ("learn api.lua", "learn", False),
    ("init Tests/AppTests", "init", False),
    ("init Tests/AppTests", "init", False),
    ("trace TRACE", "trace", False),
    ("trace TRACE --replay", "replay", False),
    ("trace TRACE --with login.lua", "replay", False),
]


def contracts(root: pathlib.Path):
    """Validates the contracts of the tests with their schema, and checks that it rejects wrong ones."""
    schema = json.loads((root / CONTRACT_SCHEMA).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for name in CONTRACTS:
        contract = json.loads((root / CONTRACT_FOLDER / name).read_text())
        yield from (f"{name}: {error.json_path}: {error.message}" for error in validator.iter_errors(contract))
        wrong = {**contract, "types": {**contract["types"], "Wrong": {"type": "strng"}}}
        if validator.is_valid(wrong):
            yield f"{name}: the schema accepts a type that doesn't exist"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mocklua", required=True)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    options = parser.parse_args()
    schema = json.loads((options.root / SCHEMA).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    trace = str(options.root / "examples/checkout.trace.jsonl")
    failures = list(contracts(options.root))
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            (pathlib.Path(folder) / name).write_text(text)
        # The coverage of the calls in the first runs.
        environment = {**os.environ, "MOCKLUA_COVERAGE": str(pathlib.Path(folder) / "uses")}
        for line, definition, is_lines in RUNS:
            words = [trace if word == "TRACE" else word for word in line.split(" ")]
            run = subprocess.run(
                [options.mocklua, *words, "--format", "json"], cwd=folder, capture_output=True, text=True,
                env=environment)
            validator = jsonschema.Draft202012Validator({**schema, "$ref": f"#/$defs/{definition}"})
            try:
                results = [json.loads(text) for text in (run.stdout.splitlines() if is_lines else [run.stdout])]
            except ValueError as error:
                failures.append(f"{line}: no JSON: {error}: {run.stderr}")
                continue
            failures += [
                f"{line}: {error.json_path}: {error.message}" for result in results
                for error in validator.iter_errors(result)]
    report.finish("check_output", failures, f"{len(RUNS)} results and {len(CONTRACTS)} contracts conform to the schema")


main()
