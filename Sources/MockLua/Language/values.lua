-- Values and helpers for creating data. Nothing here differs between runs.

local lang = ...
local report, describe, place, is_plain = lang.report, lang.describe, lang.place, lang.is_plain
local host, null, floor, escaped = lang.host, lang.null, math.floor, lang.escaped

-- Tables -------------------------------------------------------------------------------------------

function lang.make_array(list, ...)
  if not is_plain(list) or select("#", ...) > 0 or (next(list) ~= nil and list[1] == nil) then
    report(string.format("`array` takes a list, not %s; write `array { 1, 2 }`", describe(list)))
    return lang.array {}
  end
  return lang.array { table.unpack(list) }
end

-- Returns a deep copy of data. Views become tables that can be changed.
function lang.copy(value, ...)
  lang.check_count(1 + select("#", ...), 1, "copy", "copy(t)")
  local packed = lang.pack_data(value, "copy")
  return packed and lang.unpack(packed)
end

function lang.enum_case(name, ...)
  lang.check_name(name, "the name of an enum case", 'enum_case("failed", 3)')
  local values = {}
  for i = 1, select("#", ...) do
    local value = select(i, ...)
    values["_" .. (i - 1)] = value == nil and null or value
  end
  return { [tostring(name)] = values }
end

-- Random numbers -----------------------------------------------------------------------------------

-- The generator is SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators). Every call of a
-- mocked method has a separate random stream, so that concurrent calls are reproducible.
local function mix(z)
  z = (z ~ (z >> 30)) * 0xBF58476D1CE4E5B9
  z = (z ~ (z >> 27)) * 0x94D049BB133111EB
  return z ~ (z >> 31)
end

-- FNV-1a, 64 bits.
local function hash(text)
  local value = 0xCBF29CE484222325
  for i = 1, #text do value = (value ~ string.byte(text, i)) * 0x100000001B3 end
  return value
end

-- Returns the random stream of a call. `label` is `Service.method`, and `count` is the number of the method's call. The
-- script's top level has an empty label.
local function random_stream(label, count)
  return { state = mix(mix(host.seed ~ hash(label)) + count) }
end

local function draw()
  local current = lang.current
  local stream = current.random or random_stream(current.label, current.count)
  current.random = stream
  stream.state = stream.state + 0x9E3779B97F4A7C15
  return mix(stream.state)
end

local function whole(value, position)
  local number = lang.whole(value)
  if not number then
    lang.blame(
      string.format("argument %d of `random` must be a whole number, not %s; write `random(1, 6)`", 
        position, describe(value)))
  end
  return number
end

-- random() returns a number in [0, 1), random(m) in 1...m, and random(m, n) in m...n.
function lang.random(...)
  local count = select("#", ...)
  lang.check_count(count, 2, "random", "random(1, 6)")
  if count == 0 then return (draw() >> 11) * 0x1p-53 end
  local first, second = ...
  local low, high = 1, whole(first, 1)
  if count > 1 then low, high = high, whole(second, 2) end
  if low > high then
    lang.blame(string.format("`random(%d, %d)` has an empty range; put the smaller number first", low, high))
  end
  local range = high - low + 1 -- 0 if the range contains all integers
  local bits = draw()
  if range <= 0 then
    while bits < low or bits > high do bits = draw() end
    return bits
  end
  return low + (bits >> 1) % range
end

function lang.uuid(...)
  lang.check_count(select("#", ...), 0, "uuid", "uuid()")
  local a, b = draw(), draw()
  return string.format("%08x-%04x-4%03x-%04x-%012x", 
    a >> 32, (a >> 16) & 0xFFFF, a & 0xFFF, (b >> 48) & 0x3FFF | 0x8000, b & 0xFFFFFFFFFFFF)
end

-- Time ---------------------------------------------------------------------------------------------

local real_date = os.date
local day = 86400

local function now_ms() return host.now() end

-- Returns the days since 1970-01-01 (Howard Hinnant, chrono-compatible low-level date algorithms).
local function days_from_civil(year, month, day_of_month)
  year = year + (month - 1) // 12
  month = (month - 1) % 12 + 1
  if month <= 2 then year = year - 1 end
  local era = year // 400
  local year_of_era = year - era * 400
  local day_of_year = (153 * (month + (month > 2 and -3 or 9)) + 2) // 5 + day_of_month - 1
  local day_of_era = year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year
  return era * 146097 + day_of_era - 719468
end

local function iso(seconds) return real_date("!%Y-%m-%dT%H:%M:%SZ", seconds) end

local date_fields = { days = true, hour = true, minute = true, second = true }

-- clock() returns milliseconds since 1970. clock.date() returns the current date. clock.date { days = 1, hour = 9 } is
-- relative to the start: without a time of day, it keeps the start's time; a time of day counts from midnight.
local clock_words = {
  date = lang.word(function(offset, ...)
    lang.check_count(1 + select("#", ...), 1, "clock.date", "clock.date { days = 1, hour = 9 }")
    if offset == nil then return iso(now_ms() // 1000) end
    if not is_plain(offset) then
      report(
        string.format("`clock.date` takes a table, not %s; write `clock.date { days = 1, hour = 9 }`", 
          describe(offset)))
      return iso(now_ms() // 1000)
    end
    for key, value in pairs(offset) do
      if not date_fields[key] then
        report(
          string.format("unknown field `%s` of `clock.date`%s", escaped(key), lang.nearest(key, date_fields)))
      elseif not lang.whole(value) then
        report(
          string.format("`%s` of `clock.date` must be a whole number, not %s; "
            .. "write `clock.date { days = 1, hour = 9 }`", key, describe(value)))
        return iso(now_ms() // 1000)
      end
    end
    local start = host.start_ms // 1000
    if offset.hour or offset.minute or offset.second then
      start = start - start % day
        + (offset.hour or 0) * 3600 + (offset.minute or 0) * 60 + (offset.second or 0)
    end
    return iso(start + (offset.days or 0) * day)
  end),
}

lang.clock_words = clock_words
lang.clock = setmetatable({}, {
  __name = "the clock",
  __call = lang.word(function(_, ...)
    lang.check_count(select("#", ...), 0, "clock", "clock()")
    return now_ms()
  end),
  __newindex = function(_, key)
    report(string.format("`clock.%s` cannot be set; put the value in a local variable", escaped(key)))
  end,
  __index = function(_, key)
    if clock_words[key] then return clock_words[key] end
    report(
      string.format(
        "`clock` doesn't have a field `%s`; write `clock()` or `clock.date { days = 1 }`", escaped(key)))
    return function() return 0 end
  end,
  __metatable = false,
})

lang.os = {
  time = function(fields)
    if fields == nil then return now_ms() // 1000 end
    if type(fields) ~= "table" then
      lang.blame("`os.time` takes a table; write `os.time { year = 2026, month = 1, day = 31 }`")
    end
    for _, key in ipairs { "year", "month", "day" } do
      if not lang.whole(fields[key]) then
        lang.blame(
          string.format("field `%s` of `os.time` is %s, not a whole number; "
            .. "write `os.time { year = 2026, month = 1, day = 31 }`", key, describe(fields[key])))
      end
    end
    return days_from_civil(fields.year, fields.month, 1) * day + (fields.day - 1) * day
      + (fields.hour or 12) * 3600 + (fields.min or 0) * 60 + (fields.sec or 0)
  end,
  date = function(format, time)
    format = format or "%c"
    if type(format) ~= "string" then
      lang.blame(
        string.format("`os.date` takes a format, not %s; write `os.date(\"%%Y-%%m-%%d\")`", describe(format)))
    end
    local known, text = pcall(real_date, "!" .. string.gsub(format, "^!", ""), time or now_ms() // 1000)
    if not known then
      lang.blame(string.format("`os.date` cannot format `%s`; write a format such as `\"%%Y-%%m-%%d\"`", escaped(format)))
    end
    return text
  end,
  clock = function() return (now_ms() - host.start_ms) / 1000 end,
  difftime = function(a, b) return (a - (b or 0)) + 0.0 end,
}

-- Text ---------------------------------------------------------------------------------------------

local json = {
  encode = lang.word(function(value, ...)
    lang.check_count(1 + select("#", ...), 1, "json.encode", "json.encode(value)")
    if value == nil then value = null end
    local packed = lang.pack_data(value, "json.encode")
    return packed and host.json_encode(packed)
  end),
  decode = lang.word(function(text, ...)
    lang.check_count(1 + select("#", ...), 1, "json.decode", "json.decode(text)")
    if type(text) ~= "string" then
      lang.blame(string.format("`json.decode` takes a string, not %s; write `json.decode(text)`", describe(text)))
    end
    return host.json_decode(text)
  end),
}

lang.json = setmetatable({}, {
  __name = "the table of JSON functions",
  __newindex = function(_, key)
    report(string.format("`json.%s` cannot be set; put the value in a local variable", escaped(key)))
  end,
  __index = function(_, key)
    if json[key] then return json[key] end
    report(string.format("unknown function `json.%s`%s", escaped(key), lang.nearest(key, json, "json.")))
    return function() return nil end
  end,
  __metatable = false,
})

function lang.base64(bytes, ...)
  lang.check_count(1 + select("#", ...), 1, "base64", 'base64("text")')
  if type(bytes) ~= "string" then
    report(string.format("`base64` takes a string, not %s; write `base64(\"text\")`", describe(bytes)))
    return ""
  end
  return host.base64(bytes)
end
