-- Routes: `http`, `status`, `bytes`, and the builder words `:status` and `:headers`.
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
  report(
    string.format("`%s` takes a whole number from 200 to 599, not %s; write `%s(404)`",
      word, describe(status), word), at)
  return nil
end

function lang.status(status, ...)
  local at = place()
  lang.check_count(1 + select("#", ...), 2, "status", 'status(404, { error = "..." })', at)
  local response = select("#", ...) > 0 and lang.reply((...)) or lang.reply()
  return lang.with(response, "@status", check_status(status, at, "status"))
end

lang.builder("status", 1, ":status(201)", function(response, at, status)
  return lang.with(response, "@status", check_status(status, at, ":status"))
end)

lang.builder("headers", 1, ':headers { ["Retry-After"] = "120" }', function(response, at, headers)
  if not is_plain(headers) or next(headers) == nil or headers[1] ~= nil then
    report(
      string.format("`:headers` takes a table of headers by name, not %s; write `:headers { [\"Retry-After\"] = \"120\" }`",
        describe(headers)), at)
    return
  end
  local packed = lang.pack_data(headers, "headers", at)
  return packed and lang.with(response, "@headers", packed)
end)

-- Bytes of a file -----------------------------------------------------------------------------------

local Bytes = lang.class("bytes of a file", {})
local contents = setmetatable({}, { __mode = "k" }) -- base64 and media type of each value

function Bytes.unknown(_, key)
  report(string.format("bytes of a file don't have `%s`; return them: `reply(bytes \"logo.png\")`", escaped(key)))
end

function Bytes.__newindex(_, key)
  report(
    string.format("`%s` cannot be set on bytes of a file; return them: `reply(bytes \"logo.png\")`", escaped(key)))
end

function lang.bytes(name, ...)
  lang.check_count(1 + select("#", ...), 1, "bytes", 'bytes "logo.png"')
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
