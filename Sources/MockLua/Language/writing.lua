-- Writes values for people to read: as Lua code with sorted keys, so that the output is valid input again. Values
-- without a literal form are written in angle brackets.

local lang = ...

local widest, deepest, longest = 76, 8, 100
lang.keywords = {}
for word in string.gmatch("and break do else elseif end false for function goto if in local nil not or repeat return then true until while", "%a+") do
  lang.keywords[word] = true
end

function lang.is_name(text)
  return type(text) == "string" and string.find(text, "^[%a_][%w_]*$") and not lang.keywords[text]
end

local escapes = { ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t", ["\\"] = "\\\\", ['"'] = '\\"' }

local function write_string(text)
  text = string.gsub(text, '[%c\\"]', function(byte)
    return escapes[byte] or string.format("\\x%02X", string.byte(byte))
  end)
  if not utf8.len(text) then
    text = string.gsub(text, "[\x80-\xFF]", function(byte) return string.format("\\x%02X", string.byte(byte)) end)
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
  return origin == "script" and string.format("<function %s>", write_place(defined)) or "<function>"
end

local write

-- Returns `{ a, b }` on one line if it fits, and otherwise with one element per line.
local function write_elements(elements, indent)
  if #elements == 0 then return "{}" end
  local width, is_long = #indent + 4, false
  for _, element in ipairs(elements) do
    width = width + (utf8.len(element) or #element) + 2
    is_long = is_long or string.find(element, "\n", 1, true)
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
        local name = lang.is_name(key) and key or "[" .. write(key, indent, depth + 1, open) .. "]"
        text = name .. " = " .. text
      end
      elements[#elements + 1] = text
    end
  end
  open[value] = nil
  if count > longest then elements[#elements + 1] = string.format("... %d more", count - longest) end
  if #elements == 0 and lang.is_array(value) then return "array {}" end
  return write_elements(elements, indent)
end

local function write_packed(packed, indent, depth, open)
  return write(lang.unpack(packed), indent, depth, open)
end

-- Returns the argument of a word: ` { ... }`, ` "text"`, or `(5)`.
local function write_argument(text)
  return string.find(text, '^[{"]') and " " .. text or "(" .. text .. ")"
end

local function write_failure(word, code, message, details)
  local texts = { write_string(code) }
  if details or message ~= code then texts[2] = write_string(message) end
  texts[3] = details
  return word .. "(" .. table.concat(texts, ", ") .. ")"
end

-- Returns a response as Lua code, with its builders in a fixed order.
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
  elseif kind == "passthrough" then
    text = "passthrough(" .. (field "fn" and write_function(lang.functions[field "fn"]) or "") .. ")"
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
  add("stays_open", field "stays_open" and "()")
  add("gate", field "gate" and write_argument(write_string(field "gate")))
  add("times", field "times" and "(" .. field "times" .. ")")
  add("chance", field "chance" and "(" .. write_number(field "chance") .. ")")
  add("optional", field "optional" and "()")
  add("ignore_unknown_keys", field "ignore_unknown_keys" and "()")
  return text
end

-- Returns a name in angle brackets for the language's objects, such as `<service Login>`, or nil.
local function write_object(value, indent, depth, open)
  if value == lang.state then
    -- Only the console knows the keys.
    return lang.copy_state and write_table(lang.copy_state(), indent, depth, open) or "<the state>"
  end
  if value == lang.services then return "<the services>" end
  if value == lang.clock or value == lang.is then return value == lang.is and "<is>" or "<clock>" end
  for name, proxy in next, lang.service_proxies do
    if value == proxy then return string.format("<service %s>", name) end
  end
  if lang.is_response(value) then return write_response(value, indent, depth, open) end
  local meta = getmetatable(value)
  if type(meta) == "table" and meta.__data then -- a read-only view
    local packed = lang.pack(value)
    if packed then return write_packed(packed, indent, depth, open) end
  elseif type(meta) == "table" and not lang.is_array(value) then
    if meta.__name == "a service error" then
      local details = value.details ~= nil and write(value.details, indent, depth + 1, open) or nil
      return write_failure("fail", value.code, value.message, details)
    end
    local name = lang.service_name(value)
    if name then return string.format("<service %s>", name) end
    if type(meta.__tostring) == "function" then return tostring(value) end
    if type(meta.__name) == "string" then return "<" .. string.gsub(meta.__name, "^an? ", "") .. ">" end
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

function lang.write(value) return write(value, "", 1, {}) end
