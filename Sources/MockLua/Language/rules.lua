-- Rules: `when(pattern, behavior)` and the matchers `is.*`.
--
-- A pattern becomes plain data with MongoDB's operators, which MockConfiguration checks and evaluates (MatchPattern).
-- Its table of matchers (Matcher+Table.swift) defines the words and their operands.

local lang = ...
local report, describe, place, escaped = lang.report, lang.describe, lang.place, lang.escaped
local Matcher = { __name = "a matcher" }
local Rule = { __name = "a rule" }

function lang.is_rule(value) return getmetatable(value) == Rule end
local function is_matcher(value) return getmetatable(value) == Matcher end

local function matcher(operator, operand)
  return setmetatable({ pattern = { [operator] = operand } }, Matcher)
end

-- Replaces a matcher for which an error was reported. It causes no further errors.
local invalid = matcher("$exists", true)

Matcher.__call = lang.word(function(self)
  if self ~= invalid then report("this matcher takes no arguments; write it without `()`") end
  return invalid
end)

function Matcher.__newindex(_, key)
  report(string.format("`%s` cannot be set on a matcher; write a new one", escaped(key)))
end

function Matcher.__index(self, key)
  if self ~= invalid then
    report(
      string.format(
        "a matcher doesn't have a field `%s`; combine matchers with `is.all_of(p, q)` or `is.any_of(p, q)`",
        escaped(key)))
  end
  return invalid
end

-- Returns the plain form of a pattern: matchers become operators, tables are converted recursively, and lists and plain
-- values stay unchanged. A function becomes a predicate of all arguments, or of a member's value.
local function plain_pattern(value, allows_function, is_member)
  if is_matcher(value) then return rawget(value, "pattern") end
  if type(value) == "function" and allows_function and (not is_member or lang.function_info(value) == "script") then
    local number = lang.register_function(value, "a pattern")
    return { ["$where"] = number or 0 }
  end
  if not lang.is_plain(value) or lang.is_array(value) or value[1] ~= nil then return value end
  local plain = {}
  for key, field in pairs(value) do plain[key] = plain_pattern(field, allows_function, true) end
  return plain
end

function lang.plain_pattern(value) return plain_pattern(value, false) end

-- `is` ---------------------------------------------------------------------------------------------

local is = {}

-- For each form, whether a value is a valid operand. MatchOperand.swift has the messages.
local fits = {
  value = function() return true end,
  orderable = function(value) return type(value) == "number" or type(value) == "string" end,
  list = function(value)
    return lang.is_plain(value) and (next(value) == nil or value[1] ~= nil)
  end,
  regex = function(value) return type(value) == "string" end,
  text = function(value) return type(value) == "string" and value ~= "" end,
  type = function(value, row) return row.names[value] end,
  size = function(value)
    local whole = lang.whole(value)
    return whole and whole >= 0
  end,
}

-- Words by the form of their operand: one operand, one pattern, or several patterns.
local words = {}

for form, fits_form in pairs(fits) do
  words[form] = function(row, ...)
    local operand, count = ..., select("#", ...)
    if count ~= 1 then
      return nil, string.format("takes one value, not %d; write `is.%s`", count, row.example)
    elseif operand == nil then
      return nil,
        string.format("takes a value, not nil; write `is.%s`, or `null` to match null or a missing value", row.example)
    elseif not fits_form(operand, row) then
      return nil, string.format("takes %s, not %s%s", row.takes, describe(operand),
        row.names and lang.nearest(tostring(operand), row.names) or string.format("; write `is.%s`", row.example))
    end
    -- Keeps an empty list a list.
    if form == "list" and next(operand) == nil then return lang.array {} end
    return operand
  end
end

function words.pattern(row, ...)
  local pattern = ...
  if select("#", ...) ~= 1 or pattern == nil then
    return nil, string.format("takes one pattern; write `is.%s`", row.example)
  end
  return plain_pattern(pattern, true)
end

function words.patterns(row, ...)
  local count = select("#", ...)
  if count < row.minimum then
    return nil, string.format("takes %s or more patterns; write `is.%s`", row.minimum == 1 and "one" or "two",
      row.example)
  end
  local patterns = lang.array {}
  for i = 1, count do
    local pattern = select(i, ...)
    if pattern == nil then
      report(string.format("pattern %d of `is.%s` is nil; write `null` to match null or a missing value", i, row.word))
    else
      patterns[#patterns + 1] = plain_pattern(pattern, true)
    end
  end
  return patterns
end

local rows_of = {} -- by word: `containing` has an operator for strings, and one for lists

-- Returns the row that accepts an operand. If no row accepts it, returns a row for the error message, which lists all
-- operands.
local function row_for(rows, operand)
  for _, row in ipairs(rows) do
    if #rows == 1 or fits[row.form](operand, row) then return row end
  end
  local first, second = rows[1], rows[2]
  return {
    word = first.word, form = first.form, takes = first.takes .. " or " .. second.takes,
    example = first.example .. "` or `is." .. second.example,
  }
end

for _, row in ipairs(lang.host.matchers()) do
  if row.constant ~= nil then
    is[row.word] = matcher(row.operator, row.constant)
  elseif rows_of[row.word] then
    rows_of[row.word][2] = row
  else
    local rows = { row }
    rows_of[row.word] = rows
    is[row.word] = lang.word(function(...)
      local row = row_for(rows, (...))
      local operand, problem = words[row.form](row, ...)
      if problem then
        report(string.format("`is.%s` %s", row.word, problem))
        return invalid
      end
      return matcher(row.operator, operand)
    end)
  end
end

lang.matchers = is
lang.is = setmetatable({}, {
  __name = "the table of matchers",
  __index = function(_, key)
    local word = is[key]
    if word then return word end
    report(lang.unknown_word("matcher", "unknown matcher", key, is, "is."))
    return invalid
  end,
  __newindex = function(_, key)
    report(string.format("`is.%s` cannot be set; put the matcher in a local variable", escaped(key)))
  end,
  __call = lang.word(function()
    report("`is` is a table of matchers; write `is.eq(value)`")
    return invalid
  end),
  __metatable = false,
})

-- `when` -------------------------------------------------------------------------------------------

local function check_pattern(pattern, at)
  if type(pattern) == "function" or is_matcher(pattern) then return plain_pattern(pattern, true) end
  if not lang.is_plain(pattern) then
    report(
      string.format("a pattern is a table of arguments, not %s; write `when({ amount = is.gt(10) }, ...)`", 
        describe(pattern)), at)
  elseif pattern[1] ~= nil or lang.is_array(pattern) then
    report("a pattern is a table of arguments, not a list; write `when({ name = value }, ...)`", at)
  else
    return plain_pattern(pattern, true)
  end
end

function lang.when(pattern, behavior, ...)
  local at = place()
  if select("#", ...) > 0 then
    report("`when` takes a pattern and one behavior; write `when(pattern, { first, second })`", at)
  end
  local rule = { place = at, items = {} }
  local plain = check_pattern(pattern, at)
  if plain ~= nil then rule.pattern = lang.pack_data(plain, "when", at) end
  if behavior == nil then
    report("`when` doesn't have a response; write `when(pattern, reply(...))`", at)
  else
    rule.items = lang.rule_items(behavior, at)
  end
  return setmetatable(rule, Rule)
end

function Rule.__newindex(_, key)
  report(string.format("`%s` cannot be set on a rule; write a new one", escaped(key)))
end

function Rule.__index(_, key)
  report(string.format("a rule doesn't have `%s`; put builders on the responses inside it", escaped(key)))
  return function(rule) return rule end
end
