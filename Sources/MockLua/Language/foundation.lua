-- The foundation of the language: script errors, descriptions, packed data, and objects.
--
-- Every file of the language receives the same table. It starts with the natives (see CMockLua's natives.c). Its field
-- `host` contains the functions of Swift (nearest names, JSON, files, time), and the files add their shared functions.
-- Scripts can access neither this table nor the globals of these files, which are Lua's original functions:
-- `getmetatable` and `setmetatable` ignore `__metatable` here. A script can replace the methods of strings, so these
-- files use `string.format(text, ...)` and never `text:format(...)`.

local lang = ...

-- The words of the language are created with `lang.word(function)`. The reason is that `return fail()` is a tail call,
-- which removes the script's line from the stack unless the callee is a C function. `lang.blame(text)` raises an error
-- at that line.

local pack, place = lang.pack, lang.place

-- Script errors ------------------------------------------------------------------------------------

lang.errors = {} -- { place = ..., text = ..., key = ... }, reported together
lang.is_live = false -- true once the script is loaded; an error then belongs to the running call

-- Limits the errors of a loop that fails in every iteration, which would otherwise fill the memory.
local error_limit = 1000

-- An error of a running function, which Swift takes apart again (ScriptFailure.swift).
local ScriptError = { __name = "a script error", __metatable = false }
function ScriptError.__tostring(raised)
  local file, line = lang.place_text(raised.place)
  return file .. ":" .. line .. ": " .. raised.message
end

function lang.raise(text, at) error(setmetatable({ message = text, place = at }, ScriptError), 0) end

-- Records a script error and continues, so that independent errors are reported together. In a running function, raises
-- the error instead, because it concerns one call. `key` is the field, in the table at that place, that the error is
-- about. Swift finds its line in the source.
function lang.report(text, at, key)
  at = at or place()
  if lang.is_live then
    -- A word that runs on its own thread, as in `coroutine.wrap(reply)`, has no line of the script above it. The
    -- function's first line is the best available place.
    if at == 0 and lang.current.defined then
      local _, defined = lang.function_info(lang.functions[lang.current.defined])
      at = defined
    end
    lang.raise(text, at)
  end
  if #lang.errors == error_limit then
    error(string.format("the script has more than %d errors; fix these first", error_limit), 0)
  end
  lang.errors[#lang.errors + 1] = { place = at, text = text, key = key }
end
local report = lang.report

-- Returns `; did you mean `x`?`, or a list of the known names. `prefix` is added before the suggested name. A strict
-- search only suggests a name that differs in a few letters.
function lang.nearest(name, known, prefix, is_strict)
  local names = {}
  for key in pairs(known) do
    if type(key) == "string" then names[#names + 1] = key end
  end
  local hint = lang.host.nearest(tostring(name), names, is_strict == true)
  if prefix then hint = string.gsub(hint, "`(.-)`", "`" .. prefix .. "%1`") end
  return "; " .. hint
end

-- Renamed words --------------------------------------------------------------------------------------

-- The new words, by place and old word. An old `variant`, which created the case of an enum, is reported separately.
local renamed = {
  global = { scenario = "variant", pass = "passthrough", delay_all = "default_delay", release = "open_gate" },
  service = { binds = "bind", passes = "passthrough" },
  response = { allows_extra = "ignore_unknown_keys" },
  matcher = { both = "all_of", either = "any_of", no = "anything_but", starting = "first_items" },
}

-- Returns the error of an old word; nil for any other name. `prefix` goes before both words.
function lang.renamed(place, name, prefix)
  local new = renamed[place][name]
  if not new then return nil end
  prefix = prefix or ""
  return string.format("`%s%s` was renamed; write `%s%s`", prefix, name, prefix, new)
end

-- Words of other tools and languages, by place, with the word to write here, or with a form that replaces the whole
-- expression.
local habits = {
  response = {
    body = "status(404, { ... })", code = "status", delay = "after", header = "headers", json = "status(404, { ... })",
    latency = "after", once = ":times(1)", repeats = "times", reply = "status(404, { ... })", sleep = "after", wait = "after",
  },
  matcher = {
    ["and"] = "all_of", any = "exists", anything = "exists", at_least = "ge", at_most = "le", begins_with = "starts_with",
    between = "is.all_of(is.ge(1), is.le(9))",
    contains = "containing", equal = "eq", equal_to = "eq", equals = "eq", greater = "gt",
    greater_than = "gt",
    has_prefix = "starts_with", has_suffix = "ends_with", ["in"] = "one_of", includes = "containing", is_null = "null", less = "lt",
    less_than = "lt", like = "regex", match = "regex", matches = "regex", matching = "regex", missing = "absent",
    neq = "ne", ["nil"] = "null", nin = "none_of", ["not"] = "anything_but", not_eq = "ne", not_equal = "ne", not_in = "none_of",
    not_null = "is.ne(null)", null = "null",
    ["or"] = "any_of", pattern = "regex", prefix = "starts_with", present = "exists", regexp = "regex",
    suffix = "ends_with",
  },
}

-- Returns the error of a word that isn't in `known`. `place` is its key in `renamed`, `what` names the word in messages,
-- and `prefix` goes before it.
function lang.unknown_word(place, what, name, known, prefix)
  local text = lang.renamed(place, name, prefix)
  if text then return text end
  -- Other tools write `greaterThan` for `greater_than`.
  local snake = string.lower(string.gsub(tostring(name), "(%l)(%u)", "%1_%2"))
  local habit = habits[place] and habits[place][snake]
  if habit and known[habit] then habit = prefix .. habit end
  local hint = habit and string.format("; write `%s`", habit) or lang.nearest(name, known, prefix, true)
  return string.format("%s `%s%s`%s", what, prefix, lang.escaped(name), hint)
end

-- Descriptions ---------------------------------------------------------------------------------------

-- Returns a text in the form for messages: on one line, and shortened if it is long. Swift implements this. Most texts
-- need no change.
local longest_text = 100

function lang.escaped(value)
  local text = tostring(value)
  if #text <= longest_text and not string.find(text, "[%c\x7F-\xFF]") then return text end
  return lang.host.escaped(text)
end
local escaped = lang.escaped

-- Returns whether a string is short and plain enough for a message.
function lang.is_short(text) return #text <= 30 and not string.find(text, "[%c\"\\]") end

-- Returns a description of a value for a message, such as `a number`, `the string "x"`, or `a response`.
function lang.describe(value)
  if value == nil then return "nil" end
  if value == lang.null then return "null" end
  if value ~= value then return "NaN" end
  if lang.is_array(value) then return "a list" end
  local kind = type(value)
  if kind == "string" then
    return lang.is_short(value) and ('the string "' .. escaped(value) .. '"') or "a string"
  elseif kind == "number" or kind == "boolean" then
    return tostring(value)
  end
  local meta = getmetatable(value)
  return type(meta) == "table" and meta.__name and escaped(meta.__name) or ("a " .. kind)
end
local describe = lang.describe

-- Data ---------------------------------------------------------------------------------------------

local suggestions = {
  ["a matcher"] = "matchers belong in `when`",
  ["a collection"] = "write `collection:all()`",
  ["bytes of a file"] = "return only them: `reply(bytes \"logo.png\")`",
  ["a socket"] = "assign it to a route: `[\"WS /chat\"] = socket { ... }`",
  ["a cycle"] = "data must not contain itself",
  ["NaN"] = "JSON has no NaN; write `null`",
  ["infinity"] = "JSON has no infinity; write a number or `null`",
  ["a list with holes"] = "write `null` for a missing element, or use strings as keys",
  ["a string that is not UTF-8"] = "write `base64(bytes)`",
  ["a key that is not UTF-8"] = "use UTF-8 keys",
  ["a key that is neither a string nor a list's index"] = "use strings as keys",
}

-- The suggestion for a function depends on its position.
local function function_suggestion(root)
  if root == "reply" then return "write `reply(function(args, call) ... end)`" end
  if root == "when" then
    return "call a matcher with its value, or write `when(function(args) ... end, ...)`"
  end
end

-- In a pattern, the matcher is already in a `when`, but inside a value that is compared as a whole.
local function matcher_suggestion(root)
  if root == "when" then
    return "write the matcher without a value or a list around it, or write `is.holding(p, q)` for"
      .. " the elements of a list"
  end
end

local longest_path = 80

local function join(root, path)
  if path == "" then return escaped(root) end
  if #path > longest_path then path = string.sub(path, 1, longest_path) .. "..." end
  return escaped(root) .. (string.sub(path, 1, 1) == "[" and "" or ".") .. escaped(path)
end

-- Copies data to its packed form, a string that isn't affected by later changes. For anything that isn't data, reports
-- an error with its path and returns nil. `depth` is the number of tables around the value.
function lang.pack_data(value, root, at, key, depth)
  local packed, problem, path = pack(value, depth)
  if packed then return packed end
  if problem == "a table with both a list and named keys" then
    report(
      string.format("a list in data also has the named key `%s`; use either a list or named keys",
        join(root, path)), at, key)
    return nil
  end
  local suggestion = problem == "a function" and function_suggestion(root)
    or problem == "a response" and root == "stream" and "to end a stream with an error, write `stream { ... } :fails(\"code\")`"
    or problem == "a matcher" and matcher_suggestion(root) or suggestions[problem]
    or string.find(problem, "nested", 1, true) and "nest it less deeply" or "data can hold only plain values"
  report(string.format("%s in data at `%s`; %s", escaped(problem), join(root, path), suggestion), at, key)
  return nil
end

-- Returns whether a value is a table of the script and not one of the language's objects.
function lang.is_plain(value)
  if type(value) ~= "table" then return false end
  if lang.is_array(value) then return true end
  local meta = getmetatable(value)
  return meta == nil or type(meta) ~= "table" or meta.__name == nil
end

-- Objects ------------------------------------------------------------------------------------------

-- A class that records the place of each member lookup. Before Lua 5.4.7, a call in a chain that spans several lines
-- reports the first line, but the lookup of its member reports the correct one. Objects with fields store the place in
-- a field. Other objects stay empty.
local looked_up = setmetatable({}, { __mode = "k" })
local last_object

function lang.class(name, members, has_fields)
  local class = { __name = name, members = members, __metatable = false }
  function class.__index(object, key)
    local member = members[key]
    if member then
      last_object = object
      if has_fields then rawset(object, "@looked_up", place()) else looked_up[object] = place() end
      return member
    end
    return class.unknown(object, key)
  end
  return class
end

function lang.looked_up(object) return looked_up[object] or rawget(object, "@looked_up") or place() end

-- Returns the object of a class with the last member lookup. Used for `object.member()`, which doesn't pass the object.
function lang.last_of(class)
  return getmetatable(last_object) == class and last_object or nil
end

-- Functions ----------------------------------------------------------------------------------------

lang.functions = {} -- the script's response functions and predicates, by number

local answering_words = {
  reply = "reply(...)", passthrough = "passthrough()", status = "status(404)", socket = "socket { ... }", close = "close(1000)", fault = 'fault "reset"', fail = "fail(...)", stream = "stream { ... }", when = "when(pattern, reply(...))",
}

-- Describes a built-in function that is used as a value. Also returns a suggestion.
function lang.describe_word(value)
  for name in next, lang.words do
    if rawget(lang.environment, name) == value then
      local suggestion = answering_words[name] or string.format("function() return %s(...) end", name)
      return string.format("the function `%s`, not a call to it", name), suggestion
    end
  end
  return "a function of the script language", "function(args, call) ... end"
end

-- Returns the number of a script's function, or reports an error and returns nil. C functions and words aren't valid
-- behaviors.
function lang.register_function(value, what, at, key)
  local origin, defined = lang.function_info(value)
  if origin ~= "script" then
    local found, suggestion = "one of Lua's own functions", "function(args, call) ... end"
    if origin ~= "C" and value ~= lang.print then found, suggestion = lang.describe_word(value) end
    report(string.format("%s is %s; write `%s`", what, found, suggestion), at, key)
    return nil
  end
  lang.functions[#lang.functions + 1] = value
  return #lang.functions, defined
end

-- Argument checks ----------------------------------------------------------------------------------

-- Returns a number as an integer, or nil. Unlike `math.tointeger`, rejects strings of digits.
function lang.whole(value) return type(value) == "number" and math.tointeger(value) or nil end

-- Reports an error if there are more arguments than a word takes.
function lang.check_count(count, most, word, suggestion, at)
  if count > most then
    local takes = most == 0 and "no arguments" or most == 1 and "one argument" or most .. " arguments"
    report(string.format("`%s` takes %s, not %d; write `%s`", word, takes, count, suggestion), at)
  end
end

-- Returns a non-empty string, or reports an error and returns nil.
function lang.check_name(value, what, example, at, key)
  if type(value) == "string" and value ~= "" then return value end
  report(string.format("%s must be a non-empty string, not %s; write `%s`", what, describe(value), example), at, key)
  return nil
end

local delay_forms = {
  { keys = { min = true, max = true }, text = "{ min = 100, max = 300 }" },
  { keys = { median = true, sigma = true, max = true }, text = "{ median = 200, sigma = 0.5, max = 2000 }" },
}

local function is_whole(value)
  local number = lang.whole(value)
  return number ~= nil and number >= 0
end

-- The units in which other tools name a delay, in milliseconds.
local units = { ms = 1, millis = 1, milliseconds = 1, fixed = 1, s = 1000, seconds = 1000 }

local function check_distribution(value, word, at)
  local form = delay_forms[value.median ~= nil and 2 or value.sigma ~= nil and 2 or 1]
  for key in pairs(value) do
    if not form.keys[key] and (delay_forms[1].keys[key] or delay_forms[2].keys[key]) then
      report(
        string.format("`%s` mixes two kinds of delay; write `%s %s` or `%s %s`", 
          word, word, delay_forms[1].text, word, delay_forms[2].text), at)
      return nil
    elseif not form.keys[key] then
      local ms = units[key] and lang.whole(value[key])
      local hint = ms and ms < 1000000000 and string.format("; write `%s(%d)`", word, ms * units[key])
        or lang.nearest(key, form.keys)
      report(string.format("unknown field `%s` of `%s`%s", escaped(key), word, hint), at)
      return nil
    end
  end
  local delay = {}
  for key in pairs(form.keys) do
    local number = value[key]
    local fits = key == "sigma" and type(number) == "number" and number >= 0 and number < math.huge
    if not fits and not (key ~= "sigma" and is_whole(number)) then
      report(
        string.format("`%s` of `%s` must be %s, not %s; write `%s %s`", 
          key, word, key == "sigma" and "0 or more" or "whole milliseconds", describe(number),
          word, form.text), at)
      return nil
    end
    delay[key] = key == "sigma" and number or math.tointeger(number)
  end
  if delay.median and delay.median > delay.max then
    report(string.format("`median` of `%s` is above `max`; swap them", word), at)
    return nil
  end
  if delay.min and delay.min > delay.max then
    report(string.format("`min` of `%s` is above `max`; swap them", word), at)
    return nil
  end
  if delay.median == 0 then
    report(string.format("`median` of `%s` is 0; write at least 1", word), at)
    return nil
  end
  return delay
end

local milliseconds_of_unit = { [""] = 1, ms = 1, s = 1000, sec = 1000, m = 60000, min = 60000 }

-- Returns the suggestion for a delay that isn't a number of milliseconds, such as `:after(1000)` for "1s".
function lang.delay_hint(value, word)
  if type(value) == "number" and value > 0 and value < 100 then
    return string.format("write `%s(%d)` for %s seconds", word, math.floor(value * 1000 + 0.5), tostring(value))
  end
  local number, unit = string.match(type(value) == "string" and value or "", "^%s*([%d.]+)%s*(%a*)%s*$")
  local milliseconds = tonumber(number) and milliseconds_of_unit[unit]
  if not milliseconds or tonumber(number) > 1000000 then return string.format("write `%s(250)`", word) end
  milliseconds = math.floor(tonumber(number) * milliseconds + 0.5)
  return string.format("write `%s(%d)`", word, milliseconds)
end

-- Returns whole milliseconds or a distribution, or reports an error and returns nil.
function lang.check_delay(value, word, at)
  if is_whole(value) then return math.tointeger(value) end
  if lang.is_plain(value) then return check_distribution(value, word, at) end
  report(
    string.format("`%s` takes whole milliseconds (0 or more), not %s; %s",
      word, describe(value), lang.delay_hint(value, word)), at)
  return nil
end
