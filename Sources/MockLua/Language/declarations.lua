-- Declarations of shared state and services, in script order, and the behaviors that they assign to methods.
--
-- Names can be declared in any order, so there are no checks across declarations here. Swift lowers all declarations
-- after the script has run (ScenarioLowering.swift).

local lang = ...
local report, describe, place, is_plain = lang.report, lang.describe, lang.place, lang.is_plain
local is_response, is_rule, escaped = lang.is_response, lang.is_rule, lang.escaped

-- Behaviors ----------------------------------------------------------------------------------------

-- A behavior is the value that a script assigns to a method: a response, a function, or a list of responses, functions,
-- and rules with options. All are converted to one form, which Swift reads.

local exhaust_behaviors = { repeatLast = true, fatalError = true, cycle = true, error = true }
local list_options = { exhausted = true, by = true }

-- Converts a response or a function to a response. Otherwise, reports an error with the expected content of `subject`.
local function response_of(value, subject, at, key)
  if is_response(value) then return value end
  if type(value) == "function" then
    local number, defined = lang.register_function(value, subject, at, key)
    return number and {
      ["@kind"] = "callback", ["@fn"] = number, ["@defined"] = defined, ["@place"] = defined,
    }
  end
  local suggestion = "write `reply(...)`, `fail(...)`, or a function"
  if lang.events_of(value) then
    suggestion = 'write `["WS /chat"] = socket { ... }`'
  elseif is_rule(value) then
    suggestion = "put rules into a list: `{ when(...), reply(...) }`"
  elseif is_plain(value) and lang.is_status(value.status) then
    suggestion = string.format("write `status(%d, body)` in a route, or `reply { ... }` to return data", value.status)
  elseif is_plain(value) then
    suggestion = "write `reply { ... }` to return data"
  elseif value == nil then
    suggestion = "write `reply()` for a response without a value"
  elseif value == lang.null then
    suggestion = "write `reply(null)`"
  elseif type(value) == "string" and lang.is_short(value) then
    suggestion = string.format('write `reply("%s")`', escaped(value))
  elseif lang.is_status(value) then
    suggestion = string.format("write `reply(%d)`, or `status(%d)` in a route", value, value)
  elseif type(value) == "number" or type(value) == "boolean" then
    suggestion = string.format("write `reply(%s)`", tostring(value))
  end
  report(string.format("%s is %s, not a response; %s", subject, describe(value), suggestion), at, key)
  return nil
end

-- Passes each element of a list through `convert`, and each named key to `options`.
local function list_items(list, subject, at, key, convert, options)
  local items, count = {}, 0
  for index, value in pairs(list) do
    if math.type(index) == "integer" and index >= 1 then
      count = count + 1
      if index ~= count then break end
      items[#items + 1] = convert(value, string.format("element %d of %s", index, subject), at, key)
    else
      options(index, value)
    end
  end
  if count < #list or list[count] == nil and count > 0 then
    local hole = 1
    while list[hole] ~= nil do hole = hole + 1 end
    report(
      string.format("%s has nil at position %d; write `reply()` for a response without a value", 
        subject, hole), at, key)
  elseif count == 0 then
    report(string.format("%s is an empty list; write at least one response, such as `reply()`", subject), at, key)
  end
  return items
end

-- The items of a rule: the responses and functions after its pattern.
function lang.rule_items(behavior, at)
  if is_plain(behavior) and (behavior[1] ~= nil or next(behavior) == nil) then
    return list_items(behavior, "the rule", at, nil, function(value, subject)
      if is_rule(value) then
        report("a rule is inside another rule; combine patterns with `is.all_of(p, q)`", at)
        return nil
      end
      return response_of(value, subject, at)
    end, function(key)
      report(string.format("option `%s` is in a rule; move it to the method's list", escaped(key)), at)
    end)
  end
  return { response_of(behavior, "the rule's behavior", at) }
end

local function element_of(value, subject, at, key)
  if is_rule(value) then return value end
  if is_plain(value) and (value[1] ~= nil or next(value) == nil) then
    report(string.format("%s is a list inside a list; write its elements in the outer list", subject), at, key)
    return nil
  end
  return response_of(value, subject, at, key)
end

-- The normal form of a behavior: { items = ..., exhausted = ..., by = ... }.
local function behavior_of(value, subject, at, key)
  local behavior = { items = {} }
  if is_rule(value) then
    behavior.items[1] = value -- a list of one
    return behavior
  end
  local is_list = is_plain(value)
    and (value[1] ~= nil or next(value) == nil or value.exhausted ~= nil or value.by ~= nil)
  if not is_list then
    behavior.items[1] = response_of(value, subject, at, key)
    return behavior
  end
  behavior.items = list_items(value, subject, at, key, element_of, function(name, option)
    if name == "exhausted" then
      if not exhaust_behaviors[option] then
        report(
          string.format("`exhausted` of %s is %s%s", 
            subject, describe(option), lang.nearest(tostring(option), exhaust_behaviors, nil, true)), at, key)
      else
        behavior.exhausted = option
      end
    elseif name == "by" then
      behavior.by = lang.check_name(option, string.format("`by` of %s", subject), 'by = "argument"', at, key)
      if behavior.by and string.find("." .. behavior.by .. ".", "..", 1, true) then
        report(
          string.format(
            "`by` of %s is the string \"%s\", which has a misplaced dot; write `by = \"order.id\"`", 
            subject, escaped(option)), at, key)
        behavior.by = nil
      end
    else
      report(
        string.format("unknown option `%s` of %s%s", 
          escaped(name), subject, lang.nearest(name, list_options)), at, key)
    end
  end)
  return behavior
end

local declared = {
  shared = {}, shared_overrides = {}, services = {}, overrides = {}, variants = {}, delays = {},
}
lang.declared = declared

-- Shared state -------------------------------------------------------------------------------------

-- Appends `{ key, value, place }` for each named key of a table.
local function record_values(target, values, word, at)
  for key, value in pairs(values) do
    if type(key) ~= "string" or key == "" then
      report(
        string.format("`%s` takes named keys, not %s; write `%s { key = value }`", word, describe(key), word), at)
    else
      local root = string.gsub(word, ":", "") .. "." .. key
      target[#target + 1] = { key = key, value = lang.pack_data(value, root, at, key), place = at }
    end
  end
end

function lang.shared(values, ...)
  local at = place()
  lang.check_count(1 + select("#", ...), 1, "shared", "shared { key = value }", at)
  if not is_plain(values) then
    report(
      string.format("`shared` takes a table of initial values, not %s; write `shared { key = value }`", 
        describe(values)), at)
    return
  end
  if next(values) == nil then report("`shared` declares nothing; name a key, or remove `shared`", at) end
  record_values(declared.shared, values, "shared", at)
end

-- Services -----------------------------------------------------------------------------------------

local words = {}
lang.service_words = words
local Service = lang.class("a service", words)
local handles = {} -- by name

-- The declarations of each service. The handle itself is empty, so that assigning any name declares a method.
local records = {}

-- Reports an error about a service. The service may then have no methods.
local function report_service(record, ...)
  record.invalid = true
  report(...)
end

-- `key` is the name of the method in the script, if it differs. A socket has a method for each of its events.
local record_method
function record_method(record, method, value, at, key)
  local name, methods = record.name, record.methods
  if type(method) ~= "string" or method == "" then
    report_service(record,
      string.format("a method of `%s` doesn't have a name; write `name = reply(...)`", escaped(name)), at)
    return
  end
  if not key and string.find(method, "^WS /") and lang.is_passthrough(value) and string.find(name, "//", 1, true) then
    value = lang.socket { value }
  end
  local events = lang.events_of(value)
  if events then
    if not string.find(name, "//", 1, true) or not string.find(method, "^WS /") then
      report_service(record,
        string.format('`%s.%s` is a socket, but its name isn\'t of the form `WS /path`; '
          .. 'write `http "https://api.example.com" { ["WS /chat"] = socket { ... } }`', escaped(name), escaped(method)), at)
      return
    end
    for event, behavior in pairs(events) do record_method(record, method .. " " .. event, behavior, at, key or method) end
    return
  end
  if not string.find(name, "//", 1, true) and string.find(method, "^%u+ /") then
    report_service(record,
      string.format('`%s` is a route, but `%s` isn\'t a host; write `http "https://api.example.com" { ["%s"] = ... }`',
        escaped(method), escaped(name), escaped(method)), at)
    return
  end
  methods[#methods + 1] = {
    name = method, place = at, key = key,
    behavior = behavior_of(value, string.format("`%s.%s`", escaped(name), escaped(method)), at, key or method),
  }
end

local function check_methods(methods, word, at)
  if is_response(methods) or is_rule(methods) or not is_plain(methods) then
    report(
      string.format("%s takes a table of methods, not %s; write `{ method = reply(...) }`", 
        word, describe(methods)), at)
    return false
  end
  return true
end
lang.check_methods = check_methods

Service.__call = lang.word(function(service, methods, ...)
  local at, record = place(), records[service]
  if not check_methods(methods, string.format("service `%s`", escaped(record.name)), at) then
    record.invalid = true
    return service
  end
  if select("#", ...) > 0 then
    report(
      string.format('service `%s` takes one table; write `service "%s" { method = reply(...) }`', 
        escaped(record.name), escaped(record.name)), at)
  end
  local tables, keys = record.tables, {}
  for method, value in pairs(methods) do
    record_method(record, method, value, at)
    keys[#keys + 1] = tostring(method)
  end
  tables[#tables + 1] = { place = at, keys = keys }
  return service
end)

function Service.__newindex(service, method, value)
  local at, record = place(), records[service]
  if value == nil then
    report_service(
      record,
      string.format("method `%s` is set to nil; write `reply()` for a response without a value", 
        escaped(method)), at)
    return
  end
  record_method(record, method, value, at)
end

local http_methods = { GET = true, POST = true, PUT = true, PATCH = true, DELETE = true, HEAD = true, OPTIONS = true }

function Service.unknown(service, key)
  local record = records[service]
  if type(key) == "string" and string.find(record.name, "//", 1, true) and http_methods[string.upper(key)] then
    report_service(record, string.format('a host doesn\'t have `%s`; write `["%s /path"] = reply(...)` in its table',
      key, string.upper(key)))
    return function() return service end
  end
  report_service(
    record,
    lang.unknown_word("service", string.format("service `%s` doesn't have", escaped(record.name)), key, words, ":"))
  return function() return service end
end

local function is_service(value) return getmetatable(value) == Service end

function lang.service_name(value) return is_service(value) and records[value].name or nil end

local function service_word(word, body)
  words[word] = lang.word(function(service, ...)
    if not is_service(service) then
      service = lang.last_of(Service)
      local text = string.format("`.%s` doesn't pass the service; write `:%s ...` with a colon", word, word)
      report_service(records[service] or {}, text)
      return service or lang.absorb
    end
    body(records[service], lang.looked_up(service), ...)
    return service
  end)
end

service_word("bind", function(record, at, ...)
  local bindings = record.bindings
  local first, count = ..., select("#", ...)
  if count == 0 or (is_plain(first) and next(first) == nil) then
    report_service(record, '`:bind` doesn\'t name a shared key; write `:bind "key"`', at)
  elseif is_plain(first) then
    if count > 1 or first[1] ~= nil then
      report_service(
        record,
        '`:bind` takes names or one table; write `:bind("a", "b")` or `:bind { property = "key" }`', at)
    end
    for property, key in pairs(first) do
      local what = string.format("the shared key of `%s`", escaped(property))
      if type(property) == "string" and lang.check_name(key, what, ':bind { property = "key" }', at) then
        bindings[#bindings + 1] = { property = property, key = key, place = at }
      else
        record.invalid = true
      end
    end
  else
    for i = 1, count do
      local key = lang.check_name((select(i, ...)), "a shared key", ':bind "key"', at)
      if key then
        bindings[#bindings + 1] = { property = key, key = key, place = at }
      else
        record.invalid = true
      end
    end
  end
end)

service_word("initial", function(record, at, values, ...)
  lang.check_count(1 + select("#", ...), 1, ":initial", ":initial { property = value }", at)
  if not is_plain(values) then
    report(
      string.format("`:initial` takes a table of properties, not %s; write `:initial { property = value }`", 
        describe(values)), at)
    return
  end
  if next(values) == nil then report("`:initial` sets nothing; name a property, or remove `:initial`", at) end
  record_values(record.initial_values, values, ":initial", at)
end)

service_word("passthrough", function(record, at, ...)
  lang.check_count(select("#", ...), 0, ":passthrough", ":passthrough()", at)
  record.passthrough = true
end)

service_word("raw", function(record, at, ...)
  lang.check_count(select("#", ...), 0, ":raw", ":raw()", at)
  record.raw = true
end)

function lang.service(name, ...)
  local at = place()
  name = lang.check_name(name, "a service's name", 'service "Name" { ... }', at) or "?"
  local handle = handles[name]
  if not handle then
    local record = {
      name = name, place = at, bindings = {}, initial_values = {}, methods = {}, tables = {},
      described = {},
      invalid = name == "?",
    }
    handle = setmetatable({}, Service)
    handles[name], records[handle] = handle, record
    declared.services[#declared.services + 1] = record
  end
  if select("#", ...) > 0 then
    report_service(
      records[handle],
      '`service` takes only a name; write the methods after it: `service "Name" { method = reply(...) }`', at)
  end
  return handle
end

-- Records a route that `openapi` or `graphql` declares on a host's service, by the service's name (operations.lua).

function lang.record_route(service, route, value, at, key)
  record_method(records[lang.service(service)], route, value, at, key)
end

-- Records the keys of a table passed to `head`, which the script contains instead of the service's name.
function lang.record_table(service, keys, at, head)
  local tables = records[lang.service(service)].tables
  tables[#tables + 1] = { place = at, keys = keys, head = head }
end

-- Assigns an operation of a description to a route, and returns the assignment. Without a file, the operation is a
-- GraphQL operation.
function lang.describe_route(service, route, file, operation)
  local described = records[lang.service(service)].described
  local entry = { route = route, file = file, operation = operation }
  described[#described + 1] = entry
  return entry
end

-- Overrides, delays, variants ----------------------------------------------------------------------

-- Words that wait for a second argument, as in `override "Name" { ... }`. If a word still waits when the script ends,
-- that is an error. `wait_for` also returns the entry, for words that no longer wait for another reason.
lang.waiting = {}

local function wait_for(what, at, body)
  local entry = { place = at, text = what }
  lang.waiting[#lang.waiting + 1] = entry
  return function(...)
    entry.done = true
    return body(...)
  end, entry
end
lang.wait_for = wait_for

local function record_override(service, method, value, at)
  if type(method) ~= "string" or method == "" then
    report(string.format("a method of `%s` doesn't have a name; write `name = reply(...)`", escaped(service)), at)
    return
  end
  if lang.events_of(value) then
    report(
      string.format("a socket can't be overridden as a whole; write `override(\"%s\", \"%s message\", reply(...))`",
        escaped(service), escaped(method)), at, method)
    return
  end
  declared.overrides[#declared.overrides + 1] = {
    service = service, name = method, place = at,
    behavior = behavior_of(value, string.format("`%s.%s`", escaped(service), escaped(method)), at, method),
  }
end

function lang.override(first, ...)
  local at, count = place(), select("#", ...)
  if is_plain(first) and count == 0 then
    if next(first) == nil then
      report("`override` replaces nothing; name a shared key, or remove the override", at)
    end
    return record_values(declared.shared_overrides, first, "override", at)
  end
  local service = is_service(first) and records[first].name
    or lang.check_name(first, "an overridden service", 'override("Name", "method", reply(...))', at)
  if not service then return end
  if count == 0 then
    local problem = string.format(
      '`override "%s"` doesn\'t have methods; write `override "%s" { method = reply(...) }`',
      escaped(service), escaped(service))
    return wait_for(problem, at, function(methods)
      if not check_methods(methods, string.format("`override \"%s\"`", escaped(service)), at) then return end
      if next(methods) == nil then
        report(
          string.format("`override \"%s\"` replaces nothing; name a method, or remove the override", escaped(service)),
          at)
      end
      for method, value in pairs(methods) do record_override(service, method, value, at) end
    end)
  end
  local method, value = ...
  if count ~= 2 then
    report(
      "`override` takes a service, a method, and a behavior; "
        .. 'write `override("Name", "method", reply(...))`', at)
  else
    record_override(service, method, value, at)
  end
end

function lang.default_delay(delay, ...)
  local at = place()
  lang.check_count(1 + select("#", ...), 1, "default_delay", "default_delay(250)", at)
  local checked = lang.check_delay(delay, "default_delay", at)
  if checked then declared.delays[#declared.delays + 1] = { delay = checked, place = at } end
end

lang.variant_bodies = {}

local function record_variant(name, body, at)
  if type(body) == "function" and lang.function_info(body) ~= "script" then
    report(
      string.format("variant `%s` takes a Lua function; write `variant(\"%s\", function() ... end)`", 
        escaped(name), escaped(name)), at)
  elseif type(body) ~= "function" then
    report(
      string.format("variant `%s` takes a function, not %s; write `variant(\"%s\", function() ... end)`, or "
        .. "`enum_case(\"%s\", ...)` for a case of an enum", escaped(name), describe(body), escaped(name), escaped(name)), at)
  elseif lang.variant_bodies[name] then
    report(string.format("variant `%s` is declared twice; choose another name", escaped(name)), at)
  else
    lang.variant_bodies[name] = body
    declared.variants[#declared.variants + 1] = { name = name, place = at }
  end
end

function lang.variant(name, ...)
  local at = place()
  if lang.in_variant then
    report("a scenario is inside another scenario; move it to the top level", at)
    return function() end
  end
  local example = 'variant("name", function() ... end)'
  lang.check_count(1 + select("#", ...), 2, "variant", example, at)
  name = lang.check_name(name, "a variant's name", example, at)
  if not name then return function() end end
  if select("#", ...) == 0 then
    local problem = string.format('variant `%s` doesn\'t have a function; write `variant("%s", function() ... end)`', 
      escaped(name), escaped(name))
    return wait_for(problem, at, function(body)
      record_variant(name, body, at)
    end)
  end
  record_variant(name, (...), at)
end

-- Functions that Swift looks up in this table by name (LoadedScript.swift) -------------------------

function lang.variant_names()
  local names = lang.array {}
  for i, variant in ipairs(declared.variants) do names[i] = variant.name end
  return names
end

function lang.run_variant(name)
  lang.in_variant = true
  lang.variant_bodies[name]()
end

-- Returns all declarations. Objects are passed as plain tables.
function lang.export()
  for _, entry in ipairs(lang.waiting) do
    if not entry.done then report(entry.text, entry.place) end
  end
  declared.errors = lang.errors
  return declared
end
