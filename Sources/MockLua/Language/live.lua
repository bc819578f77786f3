-- Running the script's functions (`lang.answer`, at the end), and the words that only these can use: services, calls,
-- sleep, open_gate, push, and emit. `state` is in state.lua.
--
-- Each response function runs on its own coroutine. Other functions run while it waits. `lang.current` is the current
-- call, and every word that waits restores it afterwards. Functions of Swift that wait don't raise errors. They return
-- `true, results` or `false, kind, facts`, and this file raises the error.

local lang = ...
local report, describe, place = lang.report, lang.describe, lang.place
local escaped = lang.escaped
local live -- the functions of Swift for running functions; nil until the script has been loaded

-- At the top level -----------------------------------------------------------------------------------

local instead = {
  state = "declare initial values with `shared { ... }`",
  services = "call services from a response function",
  calls = "look at calls in a response function",
  sleep = "delay a response with `:after(ms)`",
  open_gate = "hold a response back with `:gate \"name\"`",
  push = "send the first values with `stream { ... }`",
  emit = "send values in `stream(function() ... end)`",
}

-- Returns whether a word can run. While the script is being loaded, reports an error, because no function runs then.
local function is_running(word)
  if lang.is_live then
    if lang.commit then lang.commit() end -- applies the console's declarations so far
    return true
  end
  report(string.format("`%s` works only in a response function; %s", word, instead[word]))
  return false
end
lang.is_running = is_running

-- Accepts any lookup and call after such an error.
local absorb = {}
setmetatable(absorb, {
  __index = function() return absorb end,
  __call = function() return nil end,
  __metatable = false,
})

-- Errors of calls ------------------------------------------------------------------------------------

local ServiceError = {
  __name = "a service error",
  __tostring = function(failure) return tostring(failure.code) .. ": " .. tostring(failure.message) end,
  __metatable = false,
}
local Cancellation = {
  __name = "a cancellation", __tostring = function() return "cancelled" end, __metatable = false,
}

local function fail_with(kind, facts)
  if kind == "service" then
    if facts.message == lang.null then facts.message = facts.code end
    if facts.details == lang.null then facts.details = nil end
    error(setmetatable(facts, ServiceError), 0)
  elseif kind == "cancelled" then
    error(setmetatable({ message = "cancelled" }, Cancellation), 0)
  end
  error(facts, 0) -- an error that already contains its place
end

-- Returns the current call, before a wait.
local function before_wait(word)
  local mine = lang.current
  if mine.is_condition then
    lang.blame(string.format("`%s` waits, but a rule's condition cannot wait; wait in the rule's function", word))
  end
  return mine
end

-- Continues after a wait, and restores the current call.
local function go_on(mine, ok, first, second)
  lang.current = mine
  if ok then return first end
  return fail_with(first, second)
end

-- Services -------------------------------------------------------------------------------------------

local function call_service(service, method, arguments, ...)
  if not is_running("services") then return nil end
  local is_list = lang.is_plain(arguments) and arguments[1] ~= nil
  if arguments ~= nil and (not lang.is_plain(arguments) or is_list) or select("#", ...) > 0 then
    lang.blame(string.format("`services.%s.%s` takes a table of named arguments, not %s; write `services.%s.%s { name = value }`", 
      escaped(service), escaped(method), is_list and "a list" or describe(arguments), escaped(service), escaped(method)))
  end
  local packed = lang.pack_data(arguments or {}, service .. "." .. method)
  local mine = before_wait("services")
  return go_on(mine, live.call_service(service, method, packed))
end

local function service_proxy(name)
  local proxy
  proxy = setmetatable({}, {
    __name = "a service",
    __index = function(_, method)
      return lang.word(function(arguments, ...)
        if arguments == proxy then
          lang.blame(string.format("`services.%s:%s` has a colon; write `services.%s.%s { ... }`", escaped(name), escaped(method), escaped(name), escaped(method)))
        end
        return call_service(name, method, arguments, ...)
      end)
    end,
    __newindex = function(_, method)
      lang.blame(string.format("`services.%s.%s` cannot be set; write `override` at the top level", escaped(name), escaped(method)))
    end,
    __metatable = false,
  })
  return proxy
end

local proxies = {} -- by name
lang.service_proxies = proxies
lang.services = setmetatable({}, {
  __name = "the services",
  __index = function(_, name)
    if not is_running("services") then return absorb end
    if not proxies[name] then
      local hint = live.unknown_service(tostring(name))
      if hint then lang.blame(string.format("unknown service `%s`; %s", escaped(name), hint)) end
      proxies[name] = service_proxy(name)
    end
    return proxies[name]
  end,
  __newindex = function(_, name) lang.blame(string.format("`services.%s` cannot be set", escaped(name))) end,
  __metatable = false,
})

-- Calls, time, gates, streams ------------------------------------------------------------------------

local past = { suggestion = "a recorded call can't be changed; change a `copy(...)` of it" }

function lang.calls(name, ...)
  if not is_running("calls") then return lang.array {} end
  if type(name) ~= "string" or select("#", ...) > 0 then
    lang.blame(string.format("`calls` takes `\"Service.method\"`, not %s", describe(name)))
  end
  local records, hint = live.calls(name)
  if not records then lang.blame(string.format("`calls` names the unknown method `%s`; %s", escaped(name), hint)) end
  return lang.view(records, past)
end

function lang.sleep(ms, ...)
  if not is_running("sleep") then return end
  local whole = math.tointeger(ms)
  if not whole or whole < 0 or select("#", ...) > 0 then
    lang.blame(
      string.format("`sleep` takes whole milliseconds (0 or more), not %s; %s", describe(ms),
        lang.delay_hint(ms, "sleep")))
  end
  local mine = before_wait("sleep")
  go_on(mine, live.sleep(whole, place()))
end

function lang.open_gate(gate, ...)
  if not is_running("open_gate") then return end
  if type(gate) ~= "string" or select("#", ...) > 0 then
    lang.blame(string.format("`open_gate` takes a gate's name, not %s; write `open_gate \"name\"`", describe(gate)))
  end
  local problem = live.open_gate(gate)
  if problem then lang.blame(problem) end
end

function lang.push(name, value, ...)
  if not is_running("push") then return end
  if type(name) ~= "string" or value == nil or select("#", ...) > 0 then
    lang.blame(string.format("`push` takes `\"Service.method\"` and a value, not %s; write `push(\"Service.method\", value)`",
      type(name) ~= "string" and describe(name) or value == nil and "nil" or "a third argument"))
  end
  local code, message, packed = "", "", value
  if lang.is_response(value) then
    if rawget(value, "@kind") ~= "error" then
      lang.blame("`push` takes a value or `fail(...)`, not another response; write only the value")
    end
    code, message, packed = rawget(value, "@code"), rawget(value, "@message"), rawget(value, "@details")
  else
    packed = lang.pack_data(value, "push")
  end
  local mine = before_wait("push")
  local problem = go_on(mine, live.push(name, place(), code, message, packed))
  if problem then lang.blame(problem) end
end

function lang.emit(value, ...)
  if not is_running("emit") then return end
  local mine = lang.current
  if not mine.is_stream then lang.blame("`emit` works only in `stream(function() ... end)`; return a value instead") end
  if value == nil or select("#", ...) > 0 then
    lang.blame("`emit` takes one value; write `emit(value)`, or `emit(null)` for a JSON null")
  end
  go_on(mine, live.emit(lang.pack_data(value, "emit")))
end

-- Running functions ----------------------------------------------------------------------------------

lang.current = { label = "", count = 0 } -- the current call; initially the script itself

local watch_lines, counts_lines = lang.watch_lines, false -- for coverage; only in functions of the script

-- Returns the result of a function as `kind, value` for Swift. A nil kind means success without a value.
local function finish(number, is_stream, value, ...)
  if counts_lines then watch_lines(false) end
  if value == nil and select("#", ...) == 0 then
    if lang.current.passes then return "response", { ["@kind"] = "passthrough" } end
    return nil
  end
  local _, defined = lang.function_info(lang.functions[number])
  local function refuse(text) lang.raise(text, defined) end
  if is_stream then
    local is_failure = lang.is_response(value) and value["@kind"] == "error"
    refuse(string.format("the stream's function returned %s, which is ignored; write `%s`", 
      describe(value), is_failure and "error(fail(...))" or "emit(value)"))
  end
  if select("#", ...) > 0 then
    refuse("the function returned a second result; return one value, such as `{ first, second }`")
  end
  if lang.is_plain(value) then
    -- The function of a route's `passthrough` returns the changed response as a whole.
    local is_answer = lang.current.is_answer and not lang.is_array(value) and value[1] == nil
    return is_answer and "answer" or "value", value
  end
  if type(value) ~= "table" and type(value) ~= "function" then return "value", value end
  if not lang.is_response(value) then
    local kind = describe(value)
    if lang.bytes_of(value) then refuse("the function returned bytes; write `return reply(bytes \"logo.png\")`") end
    if type(getmetatable(value)) == "table" and getmetatable(value).__data then return "value", value end
    if kind == "a collection" then refuse("the function returned a collection; write `return rows:all()`") end
    refuse(string.format("the function returned %s; return data, `reply(...)`, `fail(...)`, or `stream { ... }`", kind))
  end
  local fields = {}
  for key, field in next, value do fields[key] = field end
  local declared_only = fields["@times"] and "times" or fields["@chance"] and "chance" or fields["@optional"] and "optional"
    or fields["@ignore_unknown_keys"] and "ignore_unknown_keys"
  if declared_only then
    refuse(string.format("`:%s` has no effect on a returned response; move it to the declaration", declared_only))
  elseif fields["@kind"] == "passthrough" and (fields["@fn"] or not lang.current.passes) then
    refuse("the function returned `passthrough(...)`, which works only in a declaration; "
      .. "write `method = passthrough(function(answer, args) ... end)`")
  elseif fields["@kind"] == "callback" and not fields["@streams"] then
    refuse("the function returned another function; call it, or return data")
  elseif fields["@kind"] == "callback" and (fields["@delay"] or fields["@gate"] or fields["@sets"] or fields["@stays_open"]
    or fields["@close"]) then
    refuse("the function returned a computed stream with builders; remove them, and write `sleep(ms)` "
      .. "or `state.key = value` in the stream's function")
  end
  return "response", fields
end

local call_fields = { service = true, method = true, count = true, step = true, key = true }
local habits = { args = "the arguments are the function's first parameter", attempt = "write `call.count`",
  index = "write `call.count`", name = "write `call.method`", number = "write `call.count`" }

-- Returns the error for a field of a call; nil if calls have the field.
function lang.unknown_call_field(field)
  if call_fields[field] then return nil end
  local hint = habits[field] and "; " .. habits[field] or lang.nearest(field, call_fields)
  return string.format("a call has no `%s`%s", escaped(field), hint)
end

-- The second parameter of a function.
local Call = {
  __index = function(_, field)
    -- Words of the language read positions, to find out whether a table is a list.
    local text = type(field) == "string" and lang.unknown_call_field(field)
    if text then lang.blame(text) end
    return nil
  end,
  __metatable = false,
}

-- Runs a response function. `number` identifies the function; `call` becomes its second argument.
function lang.answer(number, arguments, call, is_stream)
  local passes, answer = call.passes, call.answer
  lang.current = {
    label = call.service .. "." .. call.method, count = call.count, is_stream = is_stream,
    defined = number, passes = passes,
    is_answer = passes and string.find(call.service, "//", 1, true),
  }
  call.passes, call.answer = nil, nil
  setmetatable(call, Call)
  local run = lang.functions[number] -- looked up before lines are counted, which slows down every instruction
  if counts_lines then watch_lines(true) end
  -- A passed call also gets the live service's response. If the function returns nil, the response doesn't change.
  if passes then return finish(number, is_stream, run(answer, arguments, call)) end
  return finish(number, is_stream, run(arguments, call))
end

-- Evaluates a `$where` pattern.
function lang.accepts(number, arguments)
  local mine = lang.current
  lang.current = { label = "", count = 0, defined = number, is_condition = true }
  if counts_lines then watch_lines(true) end
  local accepted = lang.functions[number](arguments)
  if counts_lines then watch_lines(false) end
  lang.current = mine
  return accepted ~= nil and accepted ~= false
end

-- For coverage: registers the lines of functions that contain code.
function lang.mark_functions(numbers)
  for _, number in ipairs(numbers) do lang.mark_lines(lang.functions[number]) end
end

function lang.go_live(counts)
  counts_lines = counts
  -- The functions in HostFunctions.swift.
  live = lang.live
  lang.is_live = true
end
