-- The console: text that is typed while the scenario runs. It is loaded when there is some.
--
-- What is typed is one script that never ends: it sees everything that a script sees at the top level,
-- keeps its top-level locals (ConsoleInput.swift makes variables of them), and may use the words of
-- running functions as well. What it declares takes effect at its end, or as soon as it calls a service
-- or looks at the state.

local lang = ...
local declared, environment = lang.declared, lang.environment
local live = rawget(_G, "mocklua_console") -- what Swift answers
rawset(_G, "mocklua_console", nil)

-- Variables ------------------------------------------------------------------------------------------

local variables = {} -- the names, also of those that hold nil
local fresh = {} -- the names that the text at hand has brought along

local session = setmetatable({}, {
  __index = function(_, name)
    if variables[name] then return nil end
    local word = rawget(environment, name)
    if word ~= nil then return word end
    return (lang.read_undeclared(name, 3))
  end,
  __newindex = function(variables_of_session, name, value)
    if not variables[name] then lang.write_undeclared(name, value, 3) end
    rawset(variables_of_session, name, value)
  end,
  __metatable = false,
})

-- A text that failed before it came to a `local` leaves no variable behind.
local function forget_unset_variables()
  for _, name in ipairs(fresh) do
    if rawget(session, name) == nil then variables[name] = nil end
  end
  fresh = {}
end

-- Declarations ---------------------------------------------------------------------------------------

local lists = { "shared", "shared_overrides", "overrides", "delays", "scenarios" }
local service_lists = { "bindings", "initial_values", "methods", "tables" }
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

-- Writing values -------------------------------------------------------------------------------------

local widest, deepest, longest = 76, 8, 100
local keywords = {}
for word in ("and break do else elseif end false for function goto if in local nil not or repeat return then true until while"):gmatch("%a+") do
  keywords[word] = true
end

local function is_name(text)
  return type(text) == "string" and text:find("^[%a_][%w_]*$") and not keywords[text]
end

local escapes = { ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t", ["\\"] = "\\\\", ['"'] = '\\"' }

local function write_string(text)
  text = text:gsub('[%c\\"]', function(byte)
    return escapes[byte] or ("\\x%02X"):format(byte:byte())
  end)
  if not utf8.len(text) then
    text = text:gsub("[\x80-\xFF]", function(byte) return ("\\x%02X"):format(byte:byte()) end)
  end
  return '"' .. text .. '"'
end

local function write_number(number)
  if math.type(number) == "integer" or number ~= number or number == math.huge or number == -math.huge then
    return tostring(number)
  end
  return lang.host.json_encode(lang.pack(number)) -- the shortest digits
end

local function write_place(number)
  local file, line = lang.place_text(number)
  return file .. ":" .. line
end

local function write_function(value)
  local origin, defined = lang.function_info(value)
  return origin == "script" and ("<function %s>"):format(write_place(defined)) or "<function>"
end

local write

-- `{ a, b }` on one line where it fits, else an element a line.
local function write_elements(elements, indent)
  if #elements == 0 then return "{}" end
  local width, is_long = #indent + 4, false
  for _, element in ipairs(elements) do
    width = width + (utf8.len(element) or #element) + 2
    is_long = is_long or element:find("\n", 1, true)
  end
  if width <= widest and not is_long then return "{ " .. table.concat(elements, ", ") .. " }" end
  local inner = indent .. "  "
  return "{\n" .. inner .. table.concat(elements, ",\n" .. inner) .. ",\n" .. indent .. "}"
end

local function write_table(value, indent, depth, open)
  if open[value] then return "<cycle>" end
  if depth > deepest then return "{ ... }" end
  open[value] = true
  local elements, length, count = {}, 0, 0
  while rawget(value, length + 1) ~= nil do length = length + 1 end
  for key, element in pairs(value) do
    count = count + 1
    if count <= longest then
      local text = write(element, indent .. "  ", depth + 1, open)
      if not (math.type(key) == "integer" and key >= 1 and key <= length) then
        local name = is_name(key) and key or "[" .. write(key, indent, depth + 1, open) .. "]"
        text = name .. " = " .. text
      end
      elements[#elements + 1] = text
    end
  end
  open[value] = nil
  if count > longest then elements[#elements + 1] = ("... %d more"):format(count - longest) end
  if #elements == 0 and lang.is_array(value) then return "array {}" end
  return write_elements(elements, indent)
end

local function write_packed(packed, indent, depth, open)
  return write(lang.unpack(packed), indent, depth, open)
end

-- The argument of a word: ` { ... }`, ` "text"` or `(5)`.
local function write_argument(text)
  return text:find('^[{"]') and " " .. text or "(" .. text .. ")"
end

local function write_failure(word, code, message, details)
  local texts = { write_string(code) }
  if details or message ~= code then texts[2] = write_string(message) end
  texts[3] = details
  return word .. "(" .. table.concat(texts, ", ") .. ")"
end

-- A response as it would be written, its builders in a fixed order.
local function write_response(response, indent, depth, open)
  local function field(name) return rawget(response, "@" .. name) end
  local function packed(name)
    local bytes = field(name)
    return bytes and write_packed(bytes, indent, depth + 1, open)
  end
  local kind, text = field "kind", nil
  if kind == "error" then
    text = write_failure("fail", field "code", field "message", packed "details")
  elseif kind == "stream" then
    text = "stream " .. packed "values"
  elseif kind == "callback" then
    text = (field "streams" and "stream" or "reply") .. "(" .. write_function(lang.functions[field "fn"]) .. ")"
  else
    text = "reply" .. (field "value" and write_argument(packed "value") or "()")
  end
  local function add(word, argument)
    if argument then text = text .. " :" .. word .. argument end
  end
  local failure = field "failure"
  if failure then
    local details = failure.details and write_packed(failure.details, indent, depth + 1, open)
    text = text .. " :" .. write_failure("fails", failure.code, failure.message, details)
  end
  for _, set in ipairs(field "sets" or {}) do
    add("set", write_argument(write_packed(set.values, indent, depth + 1, open)))
  end
  add("after", field "delay" and write_argument(write(field "delay", indent, depth + 1, open)))
  add("every", field "interval" and write_argument(write(field "interval", indent, depth + 1, open)))
  add("gate", field "gate" and write_argument(write_string(field "gate")))
  add("times", field "times" and "(" .. field "times" .. ")")
  add("optional", field "optional" and "()")
  return text
end

-- What has a name of its own in the language: `<service Login>`, or nil.
local function write_object(value, indent, depth, open)
  if value == lang.state then return write_table(lang.copy_state(), indent, depth, open) end
  if value == lang.services then return "<the services>" end
  if value == lang.clock or value == lang.is then return value == lang.is and "<is>" or "<clock>" end
  for name, proxy in next, lang.service_proxies do
    if value == proxy then return ("<service %s>"):format(name) end
  end
  if lang.is_response(value) then return write_response(value, indent, depth, open) end
  local meta = getmetatable(value)
  if type(meta) == "table" and not lang.is_array(value) then
    if meta.__name == "a service error" then
      local details = value.details ~= nil and write(value.details, indent, depth + 1, open) or nil
      return write_failure("fail", value.code, value.message, details)
    end
    local name = lang.service_name(value)
    if name then return ("<service %s>"):format(name) end
    if type(meta.__tostring) == "function" then return tostring(value) end
    if type(meta.__name) == "string" then return "<" .. meta.__name:gsub("^an? ", "") .. ">" end
  elseif meta == false then
    local packed = lang.pack(value) -- a read-only view
    if packed then return write_packed(packed, indent, depth, open) end
  end
end

function write(value, indent, depth, open)
  local kind = type(value)
  if value == lang.null then return "null" end
  if kind == "string" then return write_string(value) end
  if kind == "number" then return write_number(value) end
  if kind == "function" then return write_function(value) end
  if kind ~= "table" then return kind == "thread" and "<coroutine>" or tostring(value) end
  return write_object(value, indent, depth, open) or write_table(value, indent, depth, open)
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
  for i = 1, select("#", ...) do texts[i] = write((select(i, ...)), "", 1, {}) end
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
  return finish(chunk(values_of))
end

-- Completing -----------------------------------------------------------------------------------------

local function add_names(names, value, only_functions)
  for key, field in next, value do
    if is_name(key) and (not only_functions or type(field) == "function") then
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
  if meta == false then
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
  if getmetatable(value) == false then
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
    for name in next, keywords do names[#names + 1] = name end
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
