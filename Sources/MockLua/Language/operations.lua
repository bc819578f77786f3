-- Operations: `openapi` and `graphql`, whose routes have operation names.
--
-- Both declare routes of the host's service (routes.lua). A declaration with an operation name applies to its route.

local lang = ...
local report, describe, escaped, place = lang.report, lang.describe, lang.escaped, lang.place

-- Returns the function that takes the table of methods, and the entry that waits for it. `route_of` returns the service
-- and route for a name, or nil after an error. `may_be_empty` returns whether the table can be empty (default: never).
local function operations_of(word, subject, example, at, route_of, may_be_empty)
  local head = string.format('%s "%s"', word, escaped(subject))
  return lang.wait_for(
    string.format("`%s` doesn't have operations; write `%s`", head, example), at,
    lang.word(function(methods, ...)
      lang.check_count(1 + select("#", ...), 1, head, example, at)
      if not lang.check_methods(methods, string.format("`%s`", head), at) then return end
      if next(methods) == nil and not (may_be_empty and may_be_empty()) then
        report(string.format("`%s` doesn't have operations; write `%s`", head, example), at)
      end
      local keys, home = {}, nil
      for name, value in pairs(methods) do
        keys[#keys + 1] = tostring(name)
        local service, route = route_of(name)
        if service then
          lang.record_route(service, route, value, at, name)
          home = home or service
        end
      end
      if home then lang.record_table(home, keys, at, subject) end
    end))
end

-- OpenAPI ------------------------------------------------------------------------------------------

local openapi_example = 'openapi "api.json" { listPets = reply { ... } }'

local members = {}
lang.description_words = members
local Description = lang.class("an OpenAPI description", members)
local descriptions = setmetatable({}, { __mode = "k" })

Description.__call = lang.word(function(description, ...)
  descriptions[description].declare(...)
  return description
end)

function Description.unknown(description, key)
  report(string.format("`openapi` doesn't have `:%s`%s", escaped(key), lang.nearest(key, members, ":")))
  return function() return description end
end

function Description.__newindex(_, key)
  report(string.format("`%s` cannot be set on an OpenAPI description; write `openapi \"api.json\" { %s = reply(...) }`",
    escaped(key), escaped(key)))
end

-- Assigns an operation to its route, once for each description.
local function describe_operation(description, key)
  local entry = description.entries[key]
  if not entry then
    local operation = description.operations[key]
    entry = lang.describe_route(operation.service, operation.route, description.name, key)
    entry.place, entry.rejects = description.place, description.rejects
    description.entries[key] = entry
  end
  return entry
end

local function description_word(word, body)
  members[word] = lang.word(function(description, ...)
    if getmetatable(description) ~= Description then
      description = lang.last_of(Description)
      report(string.format("`.%s` doesn't pass the description; write `:%s()` with a colon", word, word))
      return description or lang.absorb
    end
    lang.check_count(select("#", ...), 0, ":" .. word, ":" .. word .. "()", lang.looked_up(description))
    body(descriptions[description])
    return description
  end)
end

description_word("examples", function(description)
  description.waiting.done, description.answers = true, true
  for key in pairs(description.operations) do describe_operation(description, key).answers = true end
end)

description_word("rejects", function(description)
  description.rejects = true
  for _, entry in pairs(description.entries) do entry.rejects = true end
end)

function lang.openapi(name, ...)
  local at = place()
  local count, server = select("#", ...), ...
  lang.check_count(1 + count, 2, "openapi", 'openapi("api.json", "https://api.example.com")', at)
  name = lang.check_name(name, "the file of an OpenAPI description", openapi_example, at)
  if count > 0 then
    server = lang.check_name(server, "the address of a server", 'openapi("api.json", "https://api.example.com")', at)
    if not server then name = nil end
  end
  local description = { name = name, place = at, operations = {}, entries = {}, waiting = {} }
  local handle = setmetatable({}, Description)
  descriptions[handle] = description
  if not name then
    description.declare = function() end
    return handle
  end
  local operations, shared_names = lang.host.read_openapi(name, server or "")
  description.operations = operations
  description.declare, description.waiting = operations_of("openapi", name, openapi_example, at, function(key)
    local operation = operations[key]
    if not operation then
      local names = shared_names[key]
      report(
        names and string.format("several operations in `%s` have the name `%s`; write %s", escaped(name), escaped(key), names)
          or string.format("`%s` doesn't have the operation `%s`%s", escaped(name), escaped(key),
            lang.nearest(key, operations)), at, key)
      return nil
    end
    describe_operation(description, key)
    return operation.service, operation.route
  end, function() return description.answers end)
  return handle
end

-- GraphQL ------------------------------------------------------------------------------------------

local graphql_example = 'graphql "https://api.example.com/graphql" { ["query Feed"] = reply { ... } }'
local kinds = { query = true, mutation = true, subscription = true }

function lang.graphql(address, ...)
  local at = place()
  lang.check_count(1 + select("#", ...), 1, "graphql", graphql_example, at)
  address = lang.check_name(address, "the address of a GraphQL server", graphql_example, at)
  if not address then return function() end end
  local service, path = lang.host.graphql_server(address)
  -- Without a path, the first result is an error message.
  if not path then report(service, at) end
  local declare = operations_of("graphql", address, graphql_example, at, function(key)
    if not path then return nil end
    local kind, name
    if type(key) == "string" then kind, name = string.match(key, "^(%S*) ([%a_][%w_]*)$") end
    if kinds[kind] then
      local route = string.format("POST %s %s", path, key)
      lang.describe_route(service, route)
      return service, route
    end
    local hint = name and lang.nearest(kind, kinds)
      or string.format('; write `["query %s"]`', type(key) == "string" and string.match(key, "^[%a_][%w_]*$") or "Feed")
    local shown = type(key) == "string" and "`" .. escaped(key) .. "`" or describe(key)
    report(string.format("%s isn't a GraphQL operation%s", shown, hint), at, key)
    return nil
  end)
  return declare
end
