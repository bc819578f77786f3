-- Rules: `when(pattern, behaviour)` and the matchers `is.*`.
--
-- A pattern becomes plain data with MongoDB's operators; MockConfiguration checks and evaluates it
-- (MatchPattern). The article AddingAMatcher names every place that a new matcher needs.

local lang = ...
local mistake, describe, place, shown = lang.mistake, lang.describe, lang.place, lang.shown
local Matcher = { __name = "a matcher" }
local Rule = { __name = "a rule" }

function lang.is_rule(value) return getmetatable(value) == Rule end
local function is_matcher(value) return getmetatable(value) == Matcher end

local function matcher(operator, operand)
  return setmetatable({ pattern = { [operator] = operand } }, Matcher)
end

local anything = matcher("$exists", true)

-- Stands for a matcher that a mistake was noted about: it says nothing more.
local mistaken = matcher("$exists", true)

Matcher.__call = lang.word(function(self)
  if self ~= mistaken then mistake("this matcher takes no arguments; write it without `()`") end
  return mistaken
end)

function Matcher.__newindex(_, key)
  mistake(string.format("`%s` cannot be set on a matcher; write a new one", shown(key)))
end

function Matcher.__index(self, key)
  if self ~= mistaken then
    mistake(
      string.format("a matcher has no `%s`; combine matchers with `is.both(p, q)` or `is.either(p, q)`", 
        shown(key)))
  end
  return mistaken
end

-- The plain form of a pattern: matchers become their operators, tables are walked, lists and plain
-- values stay. A function is a predicate of all the arguments.
local function plain_pattern(value, allows_function)
  if is_matcher(value) then return rawget(value, "pattern") end
  if type(value) == "function" and allows_function then
    local number = lang.register_function(value, "a pattern")
    return { ["$where"] = number or 0 }
  end
  if not lang.is_plain(value) or lang.is_array(value) or value[1] ~= nil then return value end
  local plain = {}
  for key, field in pairs(value) do plain[key] = plain_pattern(field, false) end
  return plain
end

function lang.plain_pattern(value) return plain_pattern(value, false) end

-- `is` ---------------------------------------------------------------------------------------------

local is = { exists = anything, absent = matcher("$exists", false) }
local types = {
  null = true, bool = true, int = true, double = true, number = true, string = true, array = true,
  object = true,
}

local function define(word, operator, example, check)
  is[word] = function(...)
    local operand, count = ..., select("#", ...)
    local problem
    if count ~= 1 then
      problem = string.format("takes one value, not %d; write `is.%s`", count, example)
    elseif operand == nil then
      problem = string.format("takes a value, not nil; write `is.%s`, or `null` to match null or absent", example)
    else
      problem = check and check(operand)
    end
    if problem then
      mistake(string.format("`is.%s` %s", word, problem))
      return mistaken
    end
    return matcher(operator, operand)
  end
end

local function ordered(word)
  return function(value)
    if type(value) ~= "number" and type(value) ~= "string" then
      return string.format("takes a number or a string, not %s; write `is.%s(10)`", describe(value), word)
    end
  end
end

local function list(word)
  return function(value)
    if not lang.is_plain(value) or (next(value) ~= nil and value[1] == nil) then
      return string.format("takes a list, not %s; write `is.%s { 1, 2 }`", describe(value), word)
    end
  end
end

-- An operand that is a list stays one where it is empty.
local function define_list(word, operator)
  define(word, operator, word .. " { 1, 2 }", list(word))
  local plain = is[word]
  is[word] = function(...)
    local result = plain(...)
    local operand = rawget(result, "pattern")[operator]
    if operand and lang.is_plain(operand) and next(operand) == nil then
      return matcher(operator, lang.array {})
    end
    return result
  end
end

define("eq", "$eq", "eq(10)")
define("ne", "$ne", "ne(10)")
for word, operator in pairs { gt = "$gt", ge = "$gte", lt = "$lt", le = "$lte" } do
  define(word, operator, word .. "(10)", ordered(word))
end
define_list("one_of", "$in")
define_list("none_of", "$nin")
define_list("containing", "$all")

define("regex", "$regex", 'regex "^A"', function(value)
  if type(value) ~= "string" then
    return string.format("takes a pattern as a string, not %s; write `is.regex \"^A\"`", describe(value))
  end
end)

define("type", "$type", 'type "string"', function(value)
  if not types[value] then
    return string.format("takes the name of a type, not %s%s", 
      describe(value), lang.nearest(tostring(value), types))
  end
end)

define("size", "$size", "size(2)", function(value)
  local whole = lang.whole(value)
  if not whole or whole < 0 then
    return string.format("takes a whole number from 0, not %s; write `is.size(2)`", describe(value))
  end
end)

local function define_combination(word, operator)
  is[word] = function(...)
    local count = select("#", ...)
    if count < 2 then
      mistake(string.format("`is.%s` takes two patterns or more; write `is.%s(p, q)`", word, word))
      return mistaken
    end
    local patterns = lang.array {}
    for i = 1, count do
      local pattern = select(i, ...)
      if pattern == nil then
        mistake(string.format("pattern %d of `is.%s` is nil; write `null` to match null or absent", i, word))
      else
        patterns[#patterns + 1] = plain_pattern(pattern, true)
      end
    end
    return matcher(operator, patterns)
  end
end

define_combination("both", "$and")
define_combination("either", "$or")

local function define_single(word, operator)
  is[word] = function(...)
    local pattern = ...
    if select("#", ...) ~= 1 or pattern == nil then
      mistake(string.format("`is.%s` takes one pattern; write `is.%s(is.gt(1))`", word, word))
      return mistaken
    end
    return matcher(operator, plain_pattern(pattern, true))
  end
end

define_single("no", "$not")
define_single("any_item", "$elemMatch")

for name, value in next, is do
  if type(value) == "function" then is[name] = lang.word(value) end
end
lang.matchers = is
lang.is = setmetatable({}, {
  __name = "the table of matchers",
  __index = function(_, key)
    local word = is[key]
    if word then return word end
    mistake(string.format("unknown matcher `is.%s`%s", shown(key), lang.nearest(key, is, "is.")))
    return mistaken
  end,
  __newindex = function(_, key)
    mistake(string.format("`is.%s` cannot be set; keep a matcher in a local", shown(key)))
  end,
  __call = lang.word(function()
    mistake("`is` is a table of matchers; write `is.eq(value)`")
    return mistaken
  end),
  __metatable = false,
})

-- `when` -------------------------------------------------------------------------------------------

local function check_pattern(pattern, at)
  if type(pattern) == "function" or is_matcher(pattern) then return plain_pattern(pattern, true) end
  if not lang.is_plain(pattern) then
    mistake(
      string.format("a pattern names arguments, not %s; write `when({ amount = is.gt(10) }, ...)`", 
        describe(pattern)), at)
  elseif pattern[1] ~= nil or lang.is_array(pattern) then
    mistake("a pattern names arguments, it is no list; write `when({ name = value }, ...)`", at)
  else
    return plain_pattern(pattern, false)
  end
end

function lang.when(pattern, behaviour, ...)
  local at = place()
  if select("#", ...) > 0 then
    mistake("`when` takes a pattern and one behaviour; write `when(pattern, { first, second })`", at)
  end
  local rule = { place = at, items = {} }
  local plain = check_pattern(pattern, at)
  if plain ~= nil then rule.pattern = lang.pack_data(plain, "when", at) end
  if behaviour == nil then
    mistake("`when` has no behaviour; write `when(pattern, reply(...))`", at)
  else
    rule.items = lang.rule_items(behaviour, at)
  end
  return setmetatable(rule, Rule)
end

function Rule.__newindex(_, key)
  mistake(string.format("`%s` cannot be set on a rule; write a new one", shown(key)))
end

function Rule.__index(_, key)
  mistake(string.format("a rule has no `%s`; builders go onto the responses within", shown(key)))
  return function(rule) return rule end
end
