-- Views: the return values of `state`, `calls`, and collections.
--
-- A view is an empty table whose metatable refers to the data. C code that walks tables looks for `__data`
-- (wire_encode.c). Functions that would bypass a metatable look for `__next` (iteration.c, library_base.c) or `__edit`
-- (library_table.c). The metatable also contains:
--
--     owner    the functions that change the data (state.lua), or the error for a change: `{ suggestion = "..." }`
--     parent   the view that this one was read from; a root has no parent
--     key      the key of the view in its parent
--
-- A view never moves to another parent, but its key changes when elements are inserted, removed, or sorted.

local lang = ...
-- Each table has at most one view, so that equal views are identical as long as one is referenced. A view refers to its
-- table, and a script can attach more to it. With only weak keys, chains of views would delay the collector
-- (weak_tables.c).
local views = setmetatable({}, { __mode = "kv" })

local view

local function child(self, key, value)
  return type(value) == "table" and view(value, getmetatable(self).owner, self, key) or value
end

local function read(self, key) return child(self, key, getmetatable(self).__data[key]) end

local function write(self, key, value)
  local owner = getmetatable(self).owner
  if owner.suggestion then lang.blame(owner.suggestion) end
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

-- Runs `table.insert` or another function that changes a list, by its name.
local function edit(name, self, ...)
  local owner = getmetatable(self).owner
  if owner.suggestion then lang.blame(owner.suggestion) end
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

-- Returns the read-only view of a table. Returns other values unchanged.
function lang.view(value, owner) return type(value) == "table" and view(value, owner) or value end
