import Testing

@Suite struct FileErrorTests {
  @Test("Missing or broken modules and fixtures are reported", arguments: scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let scripts = ScriptErrorCase.scripts(
    #"""
    require "missing"
    => 1: module `missing` was not found at `missing.lua`; put it there, or pass its folder with --path

    local json = require "json"
    => 1: module `json` was not found at `json.lua`; remove the `require`, because `json` is always available

    local json = require "cjson"
    => 1: module `cjson` was not found at `cjson.lua`; write `json.encode(value)` or `json.decode(text)`, without a `require`

    require "presets.missing"
    => 1: module `presets.missing` was not found at `presets/missing.lua`; put it there, or pass its folder with --path

    require "../x"
    => 1: `../x` isn't a module name; separate folders with dots, as in `presets.login`

    require(5)
    => 1: a module's name must be a non-empty string, not 5; write `require "folder.module"`

    require ""
    => 1: a module's name must be a non-empty string, not the string ""; write `require "folder.module"`

    require "a..b"
    => 1: `a..b` isn't a module name; separate folders with dots, as in `presets.login`

    require "bad"
    service "A" { m = reply() }
    -- file: bad.lua
    local x = 1
    local y = = 2
    --
    => bad.lua:2: unexpected symbol near '='

    require "bad"
    -- file: bad.lua
    local x = 1
    if x != 2 then end
    --
    => bad.lua:2: 'then' expected near '!'; write `~=` for `!=`

    require "a"
    -- file: a.lua
    require "b"
    -- file: b.lua
    --
    require "a"
    => b.lua:2: circular `require`: module `a` has not finished loading; move the code that both need into a third module

    require "a"
    -- file: a.lua
    require "a"
    => a.lua:1: circular `require`: module `a` has not finished loading; move the code that both need into a third module

    require "a"
    -- file: a.lua
    local x = 1
    repply()
    --
    => a.lua:2: undeclared global `repply`; did you mean `reply`?

    require "a"
    -- file: a.lua
    service "A" {
      m = 5,
    }
    --
    => a.lua:2: `A.m` is 5, not a response; write `reply(5)`

    require "a"
    service "B" { m = 6 }
    -- file: a.lua
    service "A" {
      m = 5,
    }
    --
    => a.lua:2: `A.m` is 5, not a response; write `reply(5)`
    => 2: `B.m` is 6, not a response; write `reply(6)`

    require "a"
    -- file: a.lua
    service "A" {
      m = reply(),
      m = reply(),
    }
    --
    => a.lua:3: key `m` appears twice in one table (first on line 2); keep one

    require "a"
    -- file: a.lua
    error("broken")
    => a.lua:1: broken

    require "a"
    -- file: a.lua
    local function f() end
    return {
    => a.lua:2: unexpected symbol near <eof>

    require("a", 5)
    -- file: a.lua
    --
    => 1: `require` takes one argument, not 2; write `require "folder.module"`

    local preset = require "a"
    preset.login(5)
    -- file: a.lua
    local M = {}
    function M.login(code)
      service "A" { m = fail(code) }
    end
    return M
    => a.lua:3: the code of `fail` must be a non-empty string, not 5; write `fail("timedOut")`

    fixture "missing.json"
    => 1: fixture `missing.json` was not found at `missing.json`; put it there, or pass its folder with --path

    fixture(5)
    => 1: a fixture's name must be a non-empty string, not 5; write `fixture "user.json"`

    fixture "../secret.json"
    => 1: fixture `../secret.json` is outside the script's folder; put it next to the script

    fixture "/etc/passwd"
    => 1: fixture `/etc/passwd` is outside the script's folder; put it next to the script

    fixture ""
    => 1: a fixture's name must be a non-empty string, not the string ""; write `fixture "user.json"`

    fixture "bad.json"
    -- file: bad.json
    {
      "a": 1,
    }
    => 1: fixture `bad.json` is invalid JSON at 2:9: there is a comma before `}`; remove the comma

    fixture "bad.csv"
    -- file: bad.csv
    a,b
    1,2
    1,2,3
    => 1: fixture `bad.csv` has 3 fields on line 3 but 2 columns; quote fields that contain commas

    fixture "bad.csv"
    -- file: bad.csv
    a,a
    1,2
    => 1: fixture `bad.csv` names the column `a` twice; rename one

    fixture "bad.csv"
    -- file: bad.csv
    a,b
    "1,2
    => 1: fixture `bad.csv` has an unclosed quote that opens on line 2; close it

    fixture("a.json", 5)
    -- file: a.json
    1
    => 1: `fixture` takes one argument, not 2; write `fixture "user.json"`
    """#)
}
