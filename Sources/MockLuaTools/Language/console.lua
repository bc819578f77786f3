-- The console: input that is typed while the scenario runs. This file is loaded on first use.
--
-- All input is treated as one script that never ends. It can use everything at the top level of a script, and also the
-- words of running functions. Its top-level locals are kept, because ConsoleInput.swift converts them to variables. Its
-- declarations take effect at the end of the input, or earlier if it calls a service or reads the state.

local lang = ...
local declared, environment = lang.declared, lang.environment
local live = lang.console -- functions provided by Swift

-- Variables ------------------------------------------------------------------------------------------

local variables = {} -- the names, including variables whose value is nil
local fresh = {} -- the names that the current input introduces
local running = 0 -- unfinished inputs; all but one of them are waiting

local session = setmetatable({}, {
  __index = function(_, name)
    if variables[name] then return nil end
    local word = rawget(environment, name)
    if word ~= nil then return word end
    -- A service can be named directly, including one declared earlier in the same input.
    lang.commit()
    if lang.live.unknown_service(name) == nil then return lang.services[name] end
    return (lang.read_undeclared(name, 3, live.service_names()))
  end,
  __newindex = function(variables_of_session, name, value)
    if not variables[name] then lang.write_undeclared(name, value, 3) end
    rawset(variables_of_session, name, value)
  end,
  __metatable = false,
})

-- Removes variables that were never assigned because an input failed before its `local`.
local function forget_unset_variables()
  -- A waiting input may still reach its `local`.
  if running > 0 then return end
  for _, name in ipairs(fresh) do
    if rawget(session, name) == nil then variables[name] = nil end
  end
  fresh = {}
end

-- Declarations ---------------------------------------------------------------------------------------

local lists = { "shared", "shared_overrides", "overrides", "delays", "variants" }
local service_lists = { "bindings", "initial_values", "methods", "tables", "described" }
local known_services = 0 -- the number of services named before the current input

local function forget_declarations()
  for _, name in ipairs(lists) do declared[name] = {} end
  for _, record in ipairs(declared.services) do
    record.invalid, record.is_new = false, false
    for _, name in ipairs(service_lists) do record[name] = {} end
  end
  known_services = #declared.services
  lang.waiting = {}
end

local function has_declarations(is_end)
  for _, name in ipairs(lists) do
    if #declared[name] > 0 then return true end
  end
  for i, record in ipairs(declared.services) do
    record.is_new = is_end and i > known_services
    if record.is_new then return true end
    for _, name in ipairs(service_lists) do
      if #record[name] > 0 then return true end
    end
  end
  return false
end

-- Passes the declarations to Swift, which raises their errors. At the end of the input, no declaration may be
-- incomplete.
local function commit(is_end)
  if is_end then
    for _, entry in ipairs(lang.waiting) do
      if not entry.done then lang.report(entry.text, entry.place) end
    end
  end
  if not has_declarations(is_end) then return end
  declared.errors = {}
  live.declare(declared)
  local waiting = lang.waiting
  forget_declarations()
  lang.waiting = waiting
end

function lang.commit()
  if lang.current.is_console then commit(false) end
end

-- Returns the shared state as a table, including nulls.
function lang.copy_state()
  local copy = {}
  for _, key in ipairs(lang.live.state_keys()) do
    local value = lang.state[key]
    copy[key] = value == nil and lang.null or value
  end
  return copy
end

-- Evaluating -----------------------------------------------------------------------------------------

local function values_of(...) return ... end

local function finish(...)
  commit(true)
  fresh = {}
  local texts = lang.array {}
  for i = 1, select("#", ...) do texts[i] = lang.write((select(i, ...))) end
  return texts
end

-- Runs an input. `names` are the variables that it introduces. An expression is a chunk that passes its values to the
-- function it receives, so that none of its calls is a tail call, which would have no place.
function lang.evaluate(source, name, names, count)
  forget_unset_variables()
  forget_declarations()
  lang.current = { label = "console", count = count, is_console = true }
  for _, variable in ipairs(names) do
    if not variables[variable] then fresh[#fresh + 1] = variable end
    variables[variable] = true
  end
  local chunk, problem = load(source, "@" .. name, "t", session)
  if not chunk then error(problem, 0) end
  running = running + 1
  local ended <close> = setmetatable({}, { __close = function() running = running - 1 end })
  return finish(chunk(values_of))
end

-- Completing -----------------------------------------------------------------------------------------

local function add_names(names, value, only_functions)
  for key, field in next, value do
    if lang.is_name(key) and (not only_functions or type(field) == "function") then
      names[#names + 1] = key
    end
  end
end

-- Words that are empty objects, and the tables of their members.
local words_of = { [lang.is] = lang.matchers, [lang.clock] = lang.clock_words }

-- Adds the members of a value, without running any of the script's functions.
local function add_members(names, value, is_method)
  if type(value) == "string" then return add_names(names, environment.string, true) end
  if type(value) ~= "table" then return end
  value = words_of[value] or value
  local meta = getmetatable(value)
  if type(meta) == "table" and meta.__data or value == environment.string then
    local packed = value ~= environment.string and lang.pack(value)
    value, meta = packed and lang.unpack(packed) or value, nil
  end
  if type(value) ~= "table" then return end
  add_names(names, value, is_method)
  if type(meta) ~= "table" then return end
  local members = is_method and meta.members or meta.__index
  if type(members) == "table" then add_names(names, members, is_method) end
end

local function member(value, name)
  if value == lang.state then
    local known, field = pcall(function() return lang.state[name] end)
    return known and field or nil
  end
  if type(value) ~= "table" then return nil end
  local meta = getmetatable(value)
  if type(meta) == "table" and meta.__data then
    local packed = lang.pack(value)
    value = packed and lang.unpack(packed) or value
  end
  return type(value) == "table" and rawget(value, name) or nil
end

-- Returns the names that can follow a path such as `{ "user", "address" }`, or that can start an expression if the path
-- is empty. After a colon, returns only functions.
function lang.names_after(path, is_method)
  lang.current = { label = "", count = 0 }
  local names = lang.array {}
  if #path == 0 then
    for name in next, variables do names[#names + 1] = name end
    for name in next, environment do names[#names + 1] = name end
    for name in next, lang.keywords do names[#names + 1] = name end
    return names
  end
  local value = variables[path[1]] and rawget(session, path[1]) or rawget(environment, path[1])
  for i = 2, #path do value = member(value, path[i]) end
  add_members(names, value, is_method)
  return names
end

-- Returns the builder words of responses and services, which can follow a colon after a bracket.
function lang.builder_names()
  local names = lang.array {}
  add_names(names, lang.builders)
  add_names(names, lang.service_words)
  add_names(names, lang.description_words)
  return names
end
