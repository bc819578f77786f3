-- Behaviors: the values that a script assigns to methods. A behavior is a response, a function, or a list of responses,
-- functions, and rules with options. All are converted to one form, which Swift reads.

local lang = ...
local report, describe, is_plain = lang.report, lang.describe, lang.is_plain
local is_response, is_rule, escaped = lang.is_response, lang.is_rule, lang.escaped

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
function lang.behavior_of(value, subject, at, key)
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
