-- Responses: `reply`, `fail`, `stream`, `passthrough`, and their builder words.
--
-- A response is a table of plain fields that Swift reads (ScriptRecord.swift). Its metatable makes it an
-- object. The field names start with `@`, so that no script sets one by accident. A builder returns a new response, so
-- a response can be used twice.

local lang = ...
local report, describe, place, pack_data = lang.report, lang.describe, lang.place, lang.pack_data
local escaped = lang.escaped
local builders = {}
lang.builders = builders
local Response = lang.class("a response", builders, true)

function lang.is_response(value) return getmetatable(value) == Response end
local is_response = lang.is_response

local function new_response(fields)
  fields["@place"] = place()
  return setmetatable(fields, Response)
end

-- Returns a copy of a response with an additional field.
local function with(response, key, value)
  local copy = {}
  for name, field in next, response do copy[name] = field end
  copy["@looked_up"] = nil
  copy[key] = value
  return setmetatable(copy, Response)
end
lang.with = with

-- Returns a copy of a response with an additional element in a field that is a list. The element is nil after an error.
function lang.adding(response, key, element)
  if element == nil then return nil end
  local list = { table.unpack(rawget(response, key) or {}) }
  list[#list + 1] = element
  return with(response, key, list)
end

-- Returns whether a value is the status of a response.
local function is_status(value)
  return math.type(value) == "integer" and value >= 200 and value <= 599
end
lang.is_status = is_status

function lang.unknown_builder(key)
  return lang.unknown_word("response", "unknown builder", key, builders, ":")
end

function lang.lost_response(word)
  return string.format("`.%s` doesn't pass the response; write `:%s(...)` with a colon", word, word)
end

function Response.unknown(response, key)
  report(lang.unknown_builder(key))
  return function() return response end
end

function Response.__newindex(_, key)
  report(
    string.format("a response can't be changed; write a builder such as `:after(ms)` instead of setting `%s`", 
      escaped(key)))
end

Response.__call = lang.word(function(response)
  local hint = rawget(response, "@status") and "write `status(404, { ... })` for a body, or separate"
    or "separate"
  report("a response isn't a function; " .. hint .. " list elements with commas, and call builders with `:`")
  return new_response { ["@kind"] = "success" }
end)

-- Defines builder `:word`. `body` receives the response, the place of the word, and the arguments: up to `most`, as in
-- the example.
local function builder(word, most, example, body)
  builders[word] = lang.word(function(response, ...)
    if not is_response(response) then
      report(lang.lost_response(word))
      return lang.last_of(Response) or new_response { ["@kind"] = "success" }
    end
    lang.check_count(select("#", ...), most, ":" .. word, example, lang.looked_up(response))
    return body(response, lang.looked_up(response), ...) or response
  end)
end
lang.builder = builder

-- Words --------------------------------------------------------------------------------------------

function lang.reply_function(value, at)
  local number, defined = lang.register_function(value, "the response", at)
  return new_response { ["@kind"] = "callback", ["@fn"] = number, ["@defined"] = defined }
end

function lang.reply(...)
  local count = select("#", ...)
  if count == 0 then return new_response { ["@kind"] = "success" } end
  local value, status = ...
  if count == 2 and is_status(status) then
    report(string.format("`reply` takes one value; write `reply(value) :status(%d)`", status))
  elseif count == 2 and is_status(value) and type(status) ~= "number" then
    report(string.format("`reply` takes one value; write `status(%d, value)` in a route, or a table, such as `reply { a, b }`", value))
  elseif count > 1 then
    report("`reply` takes one value; write a table, such as `reply { a, b }`")
  elseif value == nil then
    report("`reply(nil)` is ambiguous; write `reply()` for no value, or `reply(null)` for a JSON null")
  elseif is_response(value) then
    report("`reply` takes data, not a response; write only the inner response")
  elseif type(value) == "function" then
    return lang.reply_function(value)
  else
    local bytes, media_type = lang.bytes_of(value)
    return new_response {
      ["@kind"] = "success", ["@value"] = pack_data(bytes or value, "reply"), ["@media_type"] = media_type,
    }
  end
  return new_response { ["@kind"] = "success" }
end

function lang.is_passthrough(value) return is_response(value) and rawget(value, "@kind") == "passthrough" end

-- Passes the call to the live service. A function can change the response.
function lang.passthrough(...)
  local at = place()
  lang.check_count(select("#", ...), 1, "passthrough", "passthrough(function(answer, args) ... end)", at)
  local change = ...
  if select("#", ...) == 0 then return new_response { ["@kind"] = "passthrough" } end
  if type(change) ~= "function" then
    report(
      string.format("`passthrough` takes a function that changes the live response, not %s; write `passthrough()`, "
        .. "or `reply(...)` to return data", describe(change)), at)
    return new_response { ["@kind"] = "passthrough" }
  end
  local number, defined = lang.register_function(change, "the change", at)
  return new_response { ["@kind"] = "passthrough", ["@fn"] = number, ["@defined"] = defined }
end

-- Returns the fields of an error payload, for `fail` and `:fails`.
local function error_fields(word, at, code, message, details, ...)
  local example = word == "fail" and is_status(code) and string.format("status(%d)` in a route, or `%s(\"timedOut\")", code, word)
    or word .. '("timedOut")'
  if lang.check_name(code, string.format("the code of `%s`", word), example, at) == nil then
    code = "unknown" -- valid for services and for routes, so that nothing else is reported
  end
  if message ~= nil and type(message) ~= "string" then
    report(
      string.format("the message of `%s` must be a string, not %s; write `%s(code, message, details)`", 
        word, describe(message), word), at)
    message = nil
  end
  if word == "fail" then
    lang.check_count(3 + select("#", ...), 3, word, "fail(code, message, details)", at)
  end
  local packed
  if details ~= nil then packed = pack_data(details, string.gsub(word, ":", "") .. ".details", at) end
  return code, message or code, packed
end

function lang.fail(...)
  local code, message, details = error_fields("fail", place(), ...)
  return new_response { ["@kind"] = "error", ["@code"] = code, ["@message"] = message, ["@details"] = details }
end

function lang.stream(values, ...)
  if select("#", ...) > 0 then
    report("`stream` takes one list; write `stream { a, b }`")
  end
  if type(values) == "function" then
    return with(lang.reply_function(values), "@streams", true)
  end
  if not lang.is_plain(values) or (next(values) ~= nil and values[1] == nil) then
    report(
      string.format("`stream` takes a list of values or a function, not %s; write `stream { 1, 2 }`", 
        describe(values)))
    return new_response { ["@kind"] = "stream", ["@values"] = lang.pack {} }
  end
  return new_response { ["@kind"] = "stream", ["@values"] = pack_data(values, "stream") or lang.pack {} }
end

-- Builders -----------------------------------------------------------------------------------------

builder("set", 1, ":set { key = value }", function(response, at, values)
  if not lang.is_plain(values) then
    report(
      string.format("`:set` takes a table of shared keys, not %s; write `:set { key = value }`", 
        describe(values)), at)
    return
  end
  if next(values) == nil then
    report("`:set` sets nothing; name a shared key, or remove `:set`", at)
    return
  end
  if values[1] ~= nil then
    report("`:set` takes named keys, not a list; write `:set { key = value }`", at)
    return
  end
  local packed = pack_data(values, "set", at)
  return lang.adding(response, "@sets", packed and { place = at, values = packed })
end)

builder("after", 1, ":after(250)", function(response, at, delay)
  return with(response, "@delay", lang.check_delay(delay, ":after", at))
end)

builder("gate", 1, ':gate "name"', function(response, at, name)
  return with(response, "@gate", lang.check_name(name, "a gate's name", ':gate "name"', at))
end)

builder("times", 1, ":times(3)", function(response, at, count)
  local whole = lang.whole(count)
  if not whole or whole < 1 or whole > 10000 then
    report(
      string.format("`:times` takes a whole number from 1 to 10000, not %s; write `:times(3)`", 
        describe(count)), at)
    return
  end
  if rawget(response, "@chance") then
    report(
      "`:times` can't be combined with `:chance`, because `:times` repeats a response in the sequence; "
        .. "remove `:times`", at)
    return
  end
  return with(response, "@times", whole)
end)

builder("chance", 1, ":chance(0.1)", function(response, at, share)
  if type(share) ~= "number" or not (share >= 0 and share <= 1) then
    report(string.format("`:chance` takes a number from 0 to 1, not %s; write `:chance(0.1)`", describe(share)), at)
    return
  end
  if rawget(response, "@times") then
    report(
      "`:times` can't be combined with `:chance`, because `:times` repeats a response in the sequence; "
        .. "remove `:times`", at)
    return
  end
  return with(response, "@chance", share)
end)

builder("optional", 0, ":optional()", function(response)
  return with(response, "@optional", true)
end)

builder("ignore_unknown_keys", 0, ":ignore_unknown_keys()", function(response, at)
  if rawget(response, "@kind") == "error" then
    report("`:ignore_unknown_keys` is for responses with a value; remove it from `fail(...)`", at)
    return
  end
  return with(response, "@ignore_unknown_keys", true)
end)

local function is_stream(response)
  local kind = rawget(response, "@kind")
  return kind == "stream" or kind == "passthrough" or rawget(response, "@streams")
end

builder("every", 1, ":every(100)", function(response, at, interval)
  if not is_stream(response) then
    report("`:every` is for streams; write `stream { ... } :every(ms)`", at)
    return
  end
  if lang.is_plain(interval) then
    report("`:every` takes whole milliseconds, not a distribution; write `:every(100)`", at)
    return
  end
  return with(response, "@interval", lang.check_delay(interval, ":every", at))
end)

builder("stays_open", 0, ":stays_open()", function(response, at)
  if rawget(response, "@kind") ~= "stream" and not rawget(response, "@streams") then
    report("`:stays_open` is for streams; write `stream { ... } :stays_open()`", at)
    return
  end
  if rawget(response, "@failure") then
    report("`:fails` ends the stream, so it can't stay open; remove `:stays_open()`", at)
    return
  end
  return with(response, "@stays_open", true)
end)

builder("fails", 3, ":fails(code, message, details)", function(response, at, ...)
  if rawget(response, "@kind") ~= "stream" then
    report(
      "`:fails` is for streams of values; write `stream { ... } :fails(code, message)`, "
        .. "or `fail(code, message)`", at)
    return
  end
  if rawget(response, "@stays_open") then
    report("`:fails` ends the stream, so it can't stay open; remove `:stays_open()`", at)
    return
  end
  local code, message, details = error_fields(":fails", at, ...)
  return with(response, "@failure", { code = code, message = message, details = details })
end)
