-- The script's environment: the words, Lua's own functions, and messages for all other names.

local lang = ...
local escaped, word = lang.escaped, lang.word
local globals = lang.globals -- the globals of scripts

-- Files --------------------------------------------------------------------------------------------

local loaded, loading = {}, {}

-- require "a.b": returns the module's value, computed once. Swift finds the file (ScriptFiles.swift).
local function require(name, ...)
  lang.check_count(1 + select("#", ...), 1, "require", 'require "folder.module"')
  name = lang.check_name(name, "a module's name", 'require "folder.module"')
  if not name then return nil end
  if loaded[name] ~= nil then return loaded[name] end
  if loading[name] then
    lang.blame(
      string.format("circular `require`: module `%s` has not finished loading; "
        .. "move the code that both need into a third module", escaped(name)))
  end
  local source, chunk_name = lang.host.read_module(name)
  local chunk = load(source, "@" .. chunk_name, "t")
  if not chunk then lang.host.refuse_module(chunk_name) end
  loading[name] = true
  local value = chunk(name)
  loading[name] = nil
  loaded[name] = value == nil and true or value
  return loaded[name]
end

local function fixture(name, ...)
  lang.check_count(1 + select("#", ...), 1, "fixture", 'fixture "user.json"')
  name = lang.check_name(name, "a fixture's name", 'fixture "user.json"')
  if not name then return nil end
  return lang.host.read_fixture(name)
end

-- Unavailable names --------------------------------------------------------------------------------

local unavailable = { -- the suggestions, by name
  io = "read data with `fixture \"name.json\"`",
  debug = "errors include a traceback",
  package = "load a module with `require \"name\"`",
  dofile = "load a module with `require \"name\"`",
  loadfile = "load a module with `require \"name\"`",
}

-- Words of other languages and tools that Lua parses as names.
local foreign = {
  try = "remove it; errors propagate automatically",
  await = "remove it; calls wait automatically",
  throw = "write `fail(\"code\")`; in a function, write `return fail(\"code\")`, or `error(fail(\"code\"))` from within",
  NULL = "write `null`", Null = "write `null`", None = "write `null`", True = "write `true`", False = "write `false`",
  undefined = "write `null` in data, or `nil`", UUID = "write `uuid()`", If = "write `if`",
  after = "write `:after(250)` on a response, or `sleep(250)` in a function",
  delay = "write `:after(250)` on a response, or `sleep(250)` in a function",
  any = "write `is.exists`", regex = "write `is.regex \"...\"`", proxy = "write `passthrough()`",
  unpack = "write `table.unpack(list)`", new = "remove it, and write data as a table",
  redirect = "write `status(302) :headers { Location = \"/path\" }`",
  NaN = "JSON has no NaN; write `null`",
  sequence = "write a list, as in `method = { reply(1), reply(2) }`",
}

-- Adds words with the same suggestion.
local function add_foreign(suggestion, ...)
  for _, name in ipairs { ... } do foreign[name] = suggestion end
end

add_foreign("write `reply(value)`", "returns", "thenReturn", "willReturn", "andReturn")
add_foreign("write `fail(\"code\")`", "throws", "thenThrow", "willThrow")
add_foreign("write `when({ name = value }, reply(...))`", "where", "whenever")

local unavailable_fields = {
  os = {
    execute = "scripts can't start processes", exit = "return from the script instead",
    getenv = "pass `--mode`, or write the value into the script",
    remove = "scripts can't change files", rename = "scripts can't change files",
    tmpname = "scripts can't write files", setlocale = "scripts run in the C locale",
  },
  string = { dump = "scripts can't contain bytecode" },
  math = { randomseed = "the seed comes from `--seed`" },
}

local function guard(library, name)
  return setmetatable(library, {
    __index = function(_, key)
      local suggestion = unavailable_fields[name][key]
      if suggestion then error(string.format("`%s.%s` is not available in scripts; %s", name, key, suggestion), 2) end
    end,
    __metatable = false,
  })
end

local next = lang.plain_next -- iterates in any order, because these tables are read only once

-- The words ----------------------------------------------------------------------------------------

-- Returns a word that declares something. It raises an error in a running function, but not in console input, which
-- isn't a function although it runs like one.
local function declaration(name, suggestion)
  local declare = lang[name]
  return function(...)
    if lang.is_live and not lang.current.is_console then
      lang.blame(string.format("`%s` works only at the top level of a script; %s", name, suggestion))
    end
    return declare(...)
  end
end

-- print(...), which shows the contents of tables.
local function show(...)
  local values = table.pack(...)
  for index = 1, values.n do
    local value = values[index]
    local meta = getmetatable(value)
    local is_shown = type(value) == "table" and value ~= lang.null
      and not (type(meta) == "table" and type(meta.__tostring) == "function")
    if is_shown then values[index] = lang.write(value) end
  end
  print(table.unpack(values, 1, values.n))
end
lang.print = word(show)

local words = {
  shared = declaration("shared", "write `state.key = value`"),
  service = declaration("service", "declare services outside of functions"),
  http = declaration("http", "declare routes outside of functions"),
  openapi = declaration("openapi", "declare operations outside of functions"),
  graphql = declaration("graphql", "declare operations outside of functions"),
  override = declaration("override", "decide in the function what to return"),
  default_delay = declaration("default_delay", "write `:after(ms)` or `sleep(ms)`"),
  variant = declaration("variant", "declare variants outside of functions, or write `enum_case(\"name\", ...)` for a case of an enum"),
  require = require, fixture = fixture, bytes = lang.bytes,
  socket = lang.socket, close = lang.close,
  reply = lang.reply, passthrough = lang.passthrough, status = lang.status, fault = lang.fault, fail = lang.fail, stream = lang.stream, when = lang.when, is = lang.is,
  state = lang.state, services = lang.services, calls = lang.calls, sleep = lang.sleep,
  open_gate = lang.open_gate, emit = lang.emit, push = lang.push,
  null = lang.null, array = lang.make_array, copy = lang.copy, enum_case = lang.enum_case,
  uuid = lang.uuid, random = lang.random, clock = lang.clock, json = lang.json,
  base64 = lang.base64, collection = lang.collection,
}
for name, value in next, words do
  if type(value) == "function" then words[name] = word(value) end
end
words.log, words.print = lang.print, lang.print

-- Sets the values that differ between runs of a script. Everything before this is the same for all runs.
function lang.configure(seed, start_ms, mode)
  lang.host.seed, lang.host.start_ms, words.mode = seed, start_ms, mode
end

lang.words = {} -- the names, for completion and documentation
for name in next, words do lang.words[name] = true end
lang.words.mode = true

globals.math.random, globals.math.randomseed = words.random, nil
for key, value in next, lang.os do globals.os[key] = word(value) end

for name, value in next, globals do
  if words[name] == nil then words[name] = value end
end
words._G = globals
guard(words.os, "os")
guard(words.string, "string")
guard(words.math, "math")

local function known_as(name) return rawget(words, name) ~= nil end

-- Returns a hint for a name that looks like shared state, a service, or a type of the app; nil for any other name.
local function app_name_hint(name)
  for _, shared in ipairs(lang.declared.shared) do
    if shared.key == name then return string.format("; write `state.%s` for the shared value", name) end
  end
  for _, service in ipairs(lang.declared.services) do
    if service.name == name then return string.format("; write `services.%s.method { ... }` to call the service", name) end
  end
  if not string.find(name, "^%u%w*%l") or known_as(string.lower(name)) then return nil end
  return '; a script can\'t use the app\'s types: write a value as a table, as in `reply { name = "Ada" }`,'
    .. ' and a case as a string, as in `fail "offline"`'
end

-- Returns the error for reading a name; nil if it can be read. `others` are known names besides the words.
local function undeclared(name, others)
  if name == "mode" or rawget(words, name) ~= nil then return nil end
  if unavailable[name] then
    return string.format("`%s` is not available in scripts; %s", name, unavailable[name])
  end
  local text = lang.renamed("global", name)
  if text then return text end
  local known = words
  if others then
    known = {}
    for word in next, words do known[word] = true end
    for _, other in ipairs(others) do known[other] = true end
  end
  local hint = foreign[name] and "; " .. foreign[name] or not others and app_name_hint(name)
    or lang.matchers[name] and string.format("; write `is.%s`", name)
    or lang.nearest(name, known, nil, true)
  if not others and string.find(hint, "^; known") then hint = "; declare it with `local`, or put a string in quotes" end
  return string.format("undeclared global `%s`%s", escaped(name), hint)
end

local function unassignable(name, is_function)
  if name == "mode" then
    return "`mode` is read-only; it comes from `--mode` or the options that the script is run with"
  elseif rawget(words, name) ~= nil then
    return string.format("`%s` is a reserved name; choose another name", escaped(name))
  elseif is_function then
    return string.format("function `%s` is global; write `local function %s(...)`", escaped(name), escaped(name))
  end
  return string.format("assignment to undeclared global `%s`; write `local %s = ...`", escaped(name), escaped(name))
end

-- Reading or writing an undeclared name stops the script, because the rest would make no sense. `level` is the level of
-- the script's line, as for `error`.
function lang.read_undeclared(name, level, others)
  local text = undeclared(name, others)
  if unavailable[name] then error(text, level) end
  if text then lang.host.refuse(text) end
end

function lang.write_undeclared(name, value, level)
  error(unassignable(name, type(value) == "function"), level)
end

-- Called by Swift, which checks functions without running them (StaticCheck.swift). Returns the message that a use of
-- a name would stop with; empty if the use is valid.
function lang.judge(use, name)
  if use == "read" then return undeclared(name) or "" end
  if use == "assign" or use == "define" then return unassignable(name, use == "define") end
  if use == "call" then return lang.unknown_call_field(name) or "" end
  if use == "member" then
    local library, key = string.match(name, "^(%w+)%.(.*)$")
    local members = rawget(words, library)
    if not members or rawget(members, key) ~= nil then return "" end
    local suggestion = unavailable_fields[library] and unavailable_fields[library][key]
    return suggestion and string.format("`%s` is not available in scripts; %s", escaped(name), suggestion)
      or string.format("`%s` doesn't exist%s", escaped(name), lang.nearest(key, members, library .. "."))
  end
  if lang.builders[name] then return use == "colon" and "" or lang.lost_response(name) end
  return lang.unknown_builder(name)
end

lang.environment = words
setmetatable(words, { __index = function(_, name) return (lang.read_undeclared(name, 3)) end })

for name in next, words do globals[name] = nil end
setmetatable(globals, {
  __index = words,
  __newindex = function(_, name, value)
    lang.write_undeclared(name, value, 3)
    return nil
  end,
  __metatable = false,
})
