-- Routes: `http`, `status`, `bytes`, `socket`, `close`, and the builder words `:status`, `:headers`, and `:close`.
--
-- A host is a service, and a route is a method, so everything about services and methods also applies here. Swift
-- converts a route's response to a status, headers, and a body (RoutedValue.swift).

local lang = ...
local report, describe, is_plain, escaped, place = lang.report, lang.describe, lang.is_plain, lang.escaped, lang.place

local host_example = 'http "https://api.example.com" { ["GET /users/{id}"] = reply { ... } }'

-- Returns the service of a host. All ways to write the host have the same service name.
function lang.http(host, ...)
  if is_plain(host) and select("#", ...) == 0 then return lang.service("//*")(host) end
  lang.check_count(1 + select("#", ...), 1, "http", host_example)
  local name = lang.check_name(host, "a host", host_example)
  if not name then return lang.service("//*") end
  local service, problem = lang.host.http_host(name)
  -- Uses a unique name, so that declarations for it cause no further errors.
  if problem then
    report(problem)
    service = "//invalid-" .. #lang.errors
  end
  return lang.service(service)
end

-- Statuses and headers ------------------------------------------------------------------------------

local function check_status(status, at, word)
  local whole = lang.whole(status)
  if whole and whole >= 200 and whole <= 599 then return whole end
  local number = type(status) == "string" and string.match(status, "^[2-5]%d%d$") or "404"
  report(
    string.format("`%s` takes a whole number from 200 to 599, not %s; write `%s(%s)`",
      word, describe(status), word, number), at)
  return nil
end

function lang.status(status, ...)
  local at = place()
  lang.check_count(1 + select("#", ...), 2, "status", 'status(404, { error = "..." })', at)
  local response = select("#", ...) > 0 and lang.reply((...)) or lang.reply()
  return lang.with(lang.with(response, "@status", check_status(status, at, "status")), "@plain", true)
end

lang.builder("status", 1, ":status(201)", function(response, at, status)
  return lang.with(response, "@status", check_status(status, at, ":status"))
end)

lang.builder("headers", 1, ':headers { ["Retry-After"] = "120" }', function(response, at, headers)
  if not is_plain(headers) or next(headers) == nil or headers[1] ~= nil then
    local given = not is_plain(headers) and describe(headers) or next(headers) == nil and "an empty table" or "a list"
    report(
      string.format("`:headers` takes a table with names as keys, not %s; "
        .. "write `:headers { [\"Retry-After\"] = \"120\" }`", given), at)
    return
  end
  return lang.adding(response, "@headers", lang.pack_data(headers, "headers", at))
end)

-- Faults and slow bodies ------------------------------------------------------------------------------

local faults = { reset = true, empty = true, malformed = true, truncated = true }

function lang.fault(kind, ...)
  local at = place()
  lang.check_count(1 + select("#", ...), 2, "fault", 'fault("truncated", { ... })', at)
  local response = select("#", ...) > 0 and lang.reply((...)) or lang.reply()
  if faults[kind] then return lang.with(response, "@fault", kind) end
  report(
    string.format('`fault` takes "reset", "empty", "malformed", or "truncated", not %s; write `fault "reset"`',
      describe(kind)), at)
  return response
end

lang.builder("dribble", 2, ":dribble(5, 1000)", function(response, at, pieces, ms)
  if rawget(response, "@kind") ~= "success" then
    report("`:dribble` is for a response with one body; write `reply(value) :dribble(5, 1000)`", at)
    return
  end
  local count, time = lang.whole(pieces), lang.whole(ms)
  if not count or count < 2 or count > 10000 or not time or time < 0 or time > 1000000000000 then
    report(
      string.format("`:dribble` takes a number of pieces from 2 to 10000 and whole milliseconds, not %s and %s; "
        .. "write `:dribble(5, 1000)`", describe(pieces), describe(ms)), at)
    return
  end
  return lang.with(response, "@dribble", { pieces = count, ms = time })
end)

-- Bytes of a file -----------------------------------------------------------------------------------

local Bytes = lang.class("bytes of a file", {})
local contents = setmetatable({}, { __mode = "k" }) -- base64 and media type of each value

function Bytes.unknown(_, key)
  report(string.format("only a response has `%s`; write `reply(bytes \"logo.png\")`", escaped(key)))
end

Bytes.__newindex = Bytes.unknown

-- Returns bytes that the script has as base64, such as a binary message of a socket.
local function bytes_from_base64(fields)
  local value = setmetatable({}, Bytes)
  contents[value] = { base64 = "", media_type = "application/octet-stream" }
  if type(fields.base64) ~= "string" or #fields.base64 % 4 > 0 or not string.find(fields.base64, "^[%w+/]*=?=?$") then
    report(string.format("`base64` of `bytes` is %s, which isn't base64; write `bytes { base64 = message.base64 }`",
      describe(fields.base64)))
  else
    contents[value].base64 = fields.base64
  end
  for key in pairs(fields) do
    if key ~= "base64" then
      report(string.format("`bytes` doesn't have the option `%s`; write `bytes { base64 = message.base64 }`", escaped(key)))
    end
  end
  return value
end

function lang.bytes(name, ...)
  lang.check_count(1 + select("#", ...), 1, "bytes", 'bytes "logo.png"')
  if is_plain(name) then return bytes_from_base64(name) end
  name = lang.check_name(name, "a file's name", 'bytes "logo.png"')
  local value = setmetatable({}, Bytes)
  contents[value] = { base64 = "", media_type = "" }
  if name then contents[value].base64, contents[value].media_type = lang.host.read_bytes(name) end
  return value
end

-- Returns the base64 and media type of bytes; nil for any other value.
function lang.bytes_of(value)
  if getmetatable(value) == Bytes then return contents[value].base64, contents[value].media_type end
end

-- Sockets -------------------------------------------------------------------------------------------

local Socket = lang.class("a socket", {})
local behaviors = setmetatable({}, { __mode = "k" }) -- by event, of each socket
local socket_example = 'socket { open = reply { ... }, when({ body = { ... } }, reply { ... }) }'
local socket_events = { connect = true, open = true, close = true }
local socket_keys = { connect = true, open = true, close = true, by = true, exhausted = true }

function Socket.unknown(_, key)
  report(string.format("a socket doesn't have `%s`; put builders on the responses inside it", escaped(key)))
  return function(socket) return socket end
end

function Socket.__newindex(_, key)
  report(string.format("`%s` cannot be set on a socket; write it inside `socket { ... }`", escaped(key)))
end

-- Returns the behaviors of a socket by event; nil for any other value.
function lang.events_of(value)
  if getmetatable(value) == Socket then return behaviors[value] end
end

function lang.socket(fields, ...)
  local at = place()
  lang.check_count(1 + select("#", ...), 1, "socket", socket_example, at)
  local socket = setmetatable({}, Socket)
  -- Each socket has its own sequences of messages, and is logged when it opens.
  local events, messages, has_options = { open = lang.reply() }, { by = "socket" }, false
  behaviors[socket] = events
  if lang.is_response(fields) or lang.is_rule(fields) or not is_plain(fields) then
    report(string.format("`socket` takes a table, not %s; write `%s`", describe(fields), socket_example), at)
    return socket
  end
  for key, behavior in pairs(fields) do
    if math.type(key) == "integer" then
      messages[key], events.message = behavior, messages
    elseif socket_events[key] then
      events[key] = behavior
    elseif socket_keys[key] then
      messages[key], has_options = behavior, true
    else
      local hint = key == "message" and "; write its responses without a key: `socket { reply { ... } }`"
        or lang.nearest(key, socket_keys)
      report(string.format("unknown socket event `%s`%s", escaped(key), hint), at)
    end
  end
  -- Messages that the service sends first are recorded as the response of `open`.
  if fields.open == nil and events.message then
    for _, behavior in pairs(messages) do
      if lang.is_passthrough(behavior) then events.open = behavior end
    end
  end
  if has_options and not events.message then
    report("`by` and `exhausted` apply to responses to messages, but this socket has none; "
      .. "write `socket { reply { ... } }`", at)
  end
  return socket
end

local function close_fields(at, word, code, reason)
  local whole = lang.whole(code)
  if not whole then
    report(string.format("`%s` takes a code, not %s; write `%s(1000, \"done\")`", word, describe(code), word), at)
    whole = 1000
  end
  if reason ~= nil and type(reason) ~= "string" then
    report(string.format("the reason of `%s` must be a string, not %s; write `%s(%d, \"done\")`", word,
      describe(reason), word, whole), at)
    reason = nil
  end
  return lang.pack_data({ code = whole, reason = reason }, "close", at)
end

function lang.close(...)
  local at = place()
  lang.check_count(select("#", ...), 2, "close", 'close(1000, "done")', at)
  return lang.with(lang.reply(), "@close", close_fields(at, "close", ...))
end

lang.builder("close", 2, ':close(1000, "done")', function(response, at, ...)
  return lang.with(response, "@close", close_fields(at, ":close", ...))
end)
