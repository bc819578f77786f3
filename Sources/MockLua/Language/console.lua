-- The console: text that is typed while the scenario runs. It is loaded when there is some.
--
-- What is typed is one script that never ends: it sees everything that a script sees at the top level,
-- keeps its top-level locals (ConsoleInput.swift makes variables of them), and may use the words of
-- running functions as well. What it declares takes effect at its end, or as soon as it calls a service
-- or looks at the state.

local lang = ...
local declared, environment = lang.declared, lang.environment
local live = lang.console -- what Swift answers

-- Variables ------------------------------------------------------------------------------------------

local variables = {} -- the names, also of those that hold nil
local fresh = {} -- the names that the text at hand has brought along
local running = 0 -- texts that have begun and not ended: all but one wait at a gate

local session = setmetatable({}, {
  __index = function(_, name)
    if variables[name] then return nil end
    local word = rawget(environment, name)
    if word ~= nil then return word end
    -- A service goes by its name alone. What this text has declared so far counts.
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

-- A text that failed before it came to a `local` leaves no variable behind.
local function forget_unset_variables()
  -- One that waits may come to its `local` later.
  if running > 0 then return end
  for _, name in ipairs(fresh) do
    if rawget(session, name) == nil then variables[name] = nil end
  end
  fresh = {}
end

-- Declarations ---------------------------------------------------------------------------------------

local lists = { "shared", "shared_overrides", "overrides", "delays", "scenarios" }
local service_lists = { "bindings", "initial_values", "methods", "tables", "described" }
local known_services = 0 -- those that were named before the text at hand

local function forget_declarations()
  for _, name in ipairs(lists) do declared[name] = {} end
  for _, record in ipairs(declared.services) do
    record.mistaken, record.is_new = false, false
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

-- Gives what was declared to Swift, which raises the mistakes. At the end nothing may be half said.
local function commit(is_end)
  if is_end then
    for _, entry in ipairs(lang.waiting) do
      if not entry.done then lang.mistake(entry.text, entry.place) end
    end
  end
  if not has_declarations(is_end) then return end
  declared.mistakes = {}
  live.declare(declared)
  local waiting = lang.waiting
  forget_declarations()
  lang.waiting = waiting
end

function lang.commit()
  if lang.current.is_console then commit(false) end
end

-- The shared state as a table, its nulls included.
function lang.copy_state()
  local copy = {}
  for _, key in ipairs(live.state_keys()) do
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

-- Runs a text. `names` are the variables that it brings along; an expression is a chunk that gives its
-- values to the function that it receives, so that no call in it is a tail call, which has no place.
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

-- Words that are empty themselves, and look their members up.
local words_of = { [lang.is] = lang.matchers, [lang.clock] = lang.clock_words }

-- The members of a value, without running any of the script's functions.
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

-- The names that may follow a path such as `{ "user", "address" }`; all that can begin an expression
-- where the path is empty. After a colon only functions are meant.
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

-- The builder words of responses and services, for a colon behind a bracket.
function lang.builder_names()
  local names = lang.array {}
  add_names(names, lang.builders)
  add_names(names, lang.service_words)
  return names
end
