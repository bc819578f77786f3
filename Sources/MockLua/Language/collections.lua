-- `collection "name"`: rows in a store that lives as long as the script's run.
--
-- Rows are stored as copies and returned as views that can't be changed. Use `:update` to change a row; it keeps ids
-- unique.

local lang = ...
local report, describe, is_plain, escaped = lang.report, lang.describe, lang.is_plain, lang.escaped
local members = {}
local Collection = lang.class("a collection", members)
local collections = {}
local stored = { suggestion = "a row can't be changed in place; write `:update(id, { field = value })`" }

-- The rows of each collection. The object itself is empty, so that none of its members can be overwritten.
local rows_of = {}
-- The ids of the rows, by the table of rows, so that inserting a row doesn't compare it with all others.
local ids_of = {}

function Collection.unknown(collection, key)
  if lang.whole(key) then
    local row = rows_of[collection][key]
    return row and lang.view(row, stored)
  end
  report(string.format("a collection doesn't have `:%s`%s", escaped(key), lang.nearest(key, members, ":")))
  return function() end
end

-- A collection can also be read like the list of its rows, with `#`, `pairs`, `ipairs`, and `next`.
function Collection.__len(collection) return #rows_of[collection] end

function Collection.__next(collection, index)
  index = (index or 0) + 1
  local row = rows_of[collection][index]
  if row then return index, lang.view(row, stored) end
end

function Collection.__pairs(collection) return Collection.__next, collection, nil end

function Collection.__newindex(_, key)
  local others = lang.whole(key) and ", or `:remove(id)`; to sort the rows, sort `copy(rows:all())`" or ""
  report(string.format("`%s` cannot be set on a collection; write `:insert(row)`%s", escaped(key), others))
end

-- Defines `:word`, which takes up to `most` arguments, as in the example.
local function define(word, most, example, body)
  members[word] = lang.word(function(collection, ...)
    if getmetatable(collection) ~= Collection then
      report(string.format("`.%s` doesn't pass the collection; write `:%s(...)` with a colon", word, word))
      return nil
    end
    lang.check_count(select("#", ...), most, ":" .. word, example, lang.looked_up(collection))
    return body(rows_of[collection], lang.looked_up(collection), ...)
  end)
end

local insert_example, update_example = ':insert { name = "Ada" }', ':update(id, { name = "Ada" })'

-- Returns a copy of a row's data as a table, or reports an error and returns nil.
local function checked_row(row, word, example, at)
  if not is_plain(row) or row[1] ~= nil or lang.is_array(row) then
    local given = is_plain(row) and "a list" or describe(row)
    report(string.format("`:%s` takes a row with named fields, not %s; write `%s`", word, given, example), at)
    return nil
  end
  local packed = lang.pack_data(row, word, at)
  return packed and lang.unpack(packed)
end

local function position(rows, id)
  if id == nil or not ids_of[rows][id] then return nil end
  for i = 1, #rows do
    if rows[i].id == id then return i end
  end
end

define("insert", 1, insert_example, function(rows, at, row)
  row = checked_row(row, "insert", insert_example, at)
  if not row then return nil end
  if row.id == nil or row.id == lang.null then row.id = lang.uuid() end
  if position(rows, row.id) then
    report(
      string.format("the collection already has a row with id `%s`; write `:update(id, fields)`", escaped(row.id)), at)
    return nil
  end
  rows[#rows + 1] = row
  ids_of[rows][row.id] = true
  return lang.view(row, stored)
end)

define("get", 1, ":get(id)", function(rows, _, id)
  local i = position(rows, id)
  return i and lang.view(rows[i], stored)
end)

define("update", 2, update_example, function(rows, at, id, fields)
  fields = checked_row(fields, "update", update_example, at)
  local i = position(rows, id)
  if not i or not fields then return nil end
  local row = {}
  for key, value in next, rows[i] do row[key] = value end
  for key, value in next, fields do row[key] = value end
  if row.id ~= id and position(rows, row.id) then
    report(string.format("the collection already has a row with id `%s`; write another id", escaped(row.id)), at)
    return nil
  end
  rows[i] = row
  ids_of[rows][id] = nil
  ids_of[rows][row.id] = true
  return lang.view(row, stored)
end)

define("remove", 1, ":remove(id)", function(rows, _, id)
  local i = position(rows, id)
  if not i then return nil end
  ids_of[rows][id] = nil
  return lang.view(table.remove(rows, i), stored)
end)

define("all", 0, ":all()", function(rows) return lang.view(lang.array { table.unpack(rows) }, stored) end)

define("where", 1, ':where { name = "Ada" }', function(rows, at, pattern)
  local matched = lang.array {}
  if not is_plain(pattern) then
    report(
      string.format("`:where` takes a pattern, not %s; write `:where { name = \"Ada\" }`", describe(pattern)), at)
    return lang.view(matched, stored)
  end
  local packed = lang.pack_data(lang.plain_pattern(pattern), "where", at)
  if packed then
    for i = 1, #rows do
      if lang.host.matches(packed, lang.pack(rows[i])) then matched[#matched + 1] = rows[i] end
    end
  end
  return lang.view(matched, stored)
end)

define("count", 0, ":count()", function(rows) return #rows end)

define("clear", 0, ":clear()", function(rows)
  for i = #rows, 1, -1 do rows[i] = nil end
  ids_of[rows] = {}
end)

function lang.collection(name, ...)
  name = lang.check_name(name, "a collection's name", 'collection "users"') or "?"
  if select("#", ...) > 0 then report("`collection` takes only a name; insert rows with `:insert(row)`") end
  if not collections[name] then
    collections[name] = setmetatable({}, Collection)
    local rows = {}
    rows_of[collections[name]], ids_of[rows] = rows, {}
  end
  return collections[name]
end
