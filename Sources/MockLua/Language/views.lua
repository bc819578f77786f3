-- Views: what `state`, `calls`, and collections return.
--
-- A view is an empty table whose metatable leads to the data. C code that walks tables looks for `__data`
-- (wire_encode.c), and functions that would go past a metatable look for `__next` (iteration.c, library_base.c) or
-- `__edit` (library_table.c). The metatable also holds:
--
--   owner    the functions that change the data (state.lua), or the error of a change: `{ remedy = "..." }`
--   parent   the view that this one was read from, and `key`, where it was found; a root has no parent
--
-- A view never moves to another parent, but its key changes when elements are inserted, removed, or sorted.

local lang = ...
-- One view a table, so that equal views are one, as long as anybody holds it. A view leads to its table, and a script
-- can hang more on it: with weak keys alone, chains of them would hold up the collector (weak_tables.c).
local views = setmetatable({}, { __mode = "kv" })

local view

local function child(self, key, value)
  return type(value) == "table" and view(value, getmetatable(self).owner, self, key) or value
end

local function read(self, key) return child(self, key, getmetatable(self).__data[key]) end

local function write(self, key, value)
  local owner = getmetatable(self).owner
  if owner.remedy then lang.blame(owner.remedy) end
  owner.set(self, key, value)
end

local function length(self) return #getmetatable(self).__data end

local function following(self, key)
  local next_key, value = next(getmetatable(self).__data, key)
  if next_key ~= nil then return next_key, child(self, next_key, value) end
end

local function iterate(self)
  local step, data = pairs(getmetatable(self).__data)
  return function(_, key)
    local next_key, value = step(data, key)
    if next_key ~= nil then return next_key, child(self, next_key, value) end
  end, self, nil
end

-- `table.insert` and the other functions that change a list, by their names.
local function edit(name, self, ...)
  local owner = getmetatable(self).owner
  if owner.remedy then lang.blame(owner.remedy) end
  return owner[name](self, ...)
end

function view(data, owner, parent, key)
  local known = views[data]
  if known then return known end
  known = setmetatable({}, {
    __data = data, __index = read, __newindex = write, __len = length, __pairs = iterate, __next = following,
    __edit = edit, __metatable = false, owner = owner, parent = parent, key = key,
  })
  views[data] = known
  return known
end

lang.owned_view, lang.child_view = view, child

-- The view of a table whose owner refuses changes; other values unchanged.
function lang.view(value, owner) return type(value) == "table" and view(value, owner) or value end
