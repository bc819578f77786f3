-- `state`: the shared state as an ordinary table.
--
-- Swift holds the values. A key's table is read once and cached here until the key's version shows that something else
-- has changed it. Changing a view first changes one element at its path in Swift, and then the cached table. State has
-- value semantics: an assigned value is copied. A table that was removed or replaced can still be read. Changing it is
-- an error, because the change would be lost.

local lang = ...
local describe, escaped, is_array, whole = lang.describe, lang.escaped, lang.is_array, lang.whole
local blame, is_running = lang.blame, lang.is_running

local plain_next = lang.plain_next
local roots = {} -- `{ data, version }` by key; the version is nil during a change

local owner = {}

-- The place of a table in the state ----------------------------------------------------------------

-- Returns the key of a view in its parent, or nil.
local function key_of(meta)
  local siblings = getmetatable(meta.parent).__data
  if meta.key ~= nil and rawequal(siblings[meta.key], meta.__data) then return meta.key end
  for key, value in plain_next, siblings do
    if rawequal(value, meta.__data) then return key end
  end
end

-- Returns the path of keys to a view, starting with the shared key, or nil if the view is no longer in the state.
local function path_of(self)
  local meta = getmetatable(self)
  if not meta.parent then
    local root = roots[meta.key]
    return root and root.version and rawequal(root.data, meta.__data) and { meta.key } or nil
  end
  local path = path_of(meta.parent) -- starts with the shared key
  meta.key = path and key_of(meta)
  if meta.key == nil then return nil end
  path[#path + 1] = meta.key
  return path
end

local function add_key(text, key)
  if lang.is_name(key) then return text .. "." .. key end
  return text .. (type(key) == "string" and '["' .. escaped(key) .. '"]' or "[" .. tostring(key) .. "]")
end

local function text_of(path, key)
  local text = "state"
  for _, step in ipairs(path) do text = add_key(text, step) end
  return key == nil and text or add_key(text, key)
end

local function refuse_replaced(key)
  blame(string.format("this table is no longer in the state: it, or a table around it, was removed or replaced; "
    .. "read it again from `%s`", text_of { key }))
end

-- Returns the path of a view before a change.
local function checked_path(self)
  is_running("state")
  local path = path_of(self)
  if path then return path end
  while getmetatable(self).parent do self = getmetatable(self).parent end
  return refuse_replaced(getmetatable(self).key)
end

-- Changing -----------------------------------------------------------------------------------------

-- Makes a change in Swift, and then in the cached table with `apply(data, ...)`.
local function change(self, path, kind, key, packed, apply, ...)
  local root = roots[path[1]]
  local version = root.version
  root.version = nil -- if a limit interrupts the change, the key is read again
  local changed = lang.live.edit_state(version, path, kind, key, packed)
  if not changed then
    roots[path[1]] = nil
    refuse_replaced(path[1])
  end
  apply(getmetatable(self).__data, ...)
  root.version = changed
end

-- Packs a value for the table at a path. Tables can be nested up to 64 levels deep, starting at the shared key.
local function packed_value(value, path, key)
  return lang.pack(value, #path) or lang.pack_data(value, text_of(path, key), nil, nil, #path)
end

-- Returns the cached form of a packed value.
local function kept(value, packed) return type(value) == "table" and lang.unpack(packed) or value end

local function put(data, key, value) data[key] = value end

-- Keeps an emptied list a list.
local function take(data, key)
  table.remove(data, key)
  if #data == 0 then lang.array(data) end
end

local function fill(data, key, value)
  table.insert(data, key, value)
  if #data == 1 then lang.array(data) end
end

local function is_list(data) return #data > 0 or is_array(data) end

-- Sets, appends, or removes a list element.
local function set_element(self, path, data, key, value)
  local index, count = whole(key), #data
  if not index then
    blame(string.format("`%s` is a list and doesn't have the key `%s`; write a number from 1 to %d%s", text_of(path),
      escaped(key), count + 1, count > 0 and "" or string.format(", or make it a table first: `%s = { key = value }`",
      text_of(path))))
  elseif value == nil and (index > count or index < 1) then
    return
  elseif value == nil and index < count then
    blame(string.format("`%s = nil` leaves a hole in a list; write `table.remove(%s, %d)`, or `%s = {}` for an empty list",
      text_of(path, index), text_of(path), index, text_of(path)))
  elseif index < 1 or index > count + 1 then
    blame(string.format("`%s` leaves a hole in a list of length %d; write `%s[%d] = value`%s", text_of(path, index),
      count, text_of(path), count + 1,
      count == 0 and string.format(", or `%s[\"%d\"]` for a named key", text_of(path), index) or ""))
  elseif value == nil then
    return change(self, path, "remove", index, nil, take, index)
  end
  local packed = packed_value(value, path, index)
  if index > count then return change(self, path, "insert", index, packed, fill, index, kept(value, packed)) end
  change(self, path, "set", index, packed, put, index, kept(value, packed))
end

-- Returns whether a value is a view of the table that is already in this position, as in `state.cart = cart`.
local function is_same(value, present)
  if type(value) ~= "table" or type(present) ~= "table" then return false end
  local meta = getmetatable(value)
  return type(meta) == "table" and rawequal(meta.__data, present)
end

function owner.set(self, key, value)
  local path = checked_path(self)
  local data = getmetatable(self).__data
  if is_same(value, data[key]) then return end
  if is_list(data) or plain_next(data) == nil and type(key) == "number" then
    return set_element(self, path, data, key, value)
  elseif type(key) ~= "string" then
    blame(string.format("a key of `%s` must be a string, not %s; write `%s[\"%s\"] = value`", text_of(path),
      describe(key), text_of(path), type(key) == "number" and key or "name"))
  elseif not utf8.len(key) then
    blame(string.format("a key of `%s` is not UTF-8; use UTF-8 keys", text_of(path)))
  elseif value == nil then
    if data[key] ~= nil then change(self, path, "remove", key, nil, put, key, nil) end
    return
  end
  local packed = packed_value(value, path, key)
  change(self, path, "set", key, packed, put, key, kept(value, packed))
end

-- table.insert, table.remove, table.sort -------------------------------------------------------------

-- Returns the path and data of a view before a list change.
local function checked_list(self, word)
  local path, data = checked_path(self), getmetatable(self).__data
  if not is_list(data) and plain_next(data) ~= nil then
    blame(string.format("`table.%s` takes a list, but `%s` has named keys; write `%s.name = value`", word,
      text_of(path), text_of(path)))
  end
  return path, data
end

local function check_position(position, least, most, word)
  local index = whole(position)
  if not index or index < least or index > most then
    blame(string.format("bad argument #2 to '%s' (position out of bounds)", word))
  end
  return index
end

function owner.insert(self, ...)
  local path, data = checked_list(self, "insert")
  local given, count = select("#", ...), #data
  if given < 1 or given > 2 then blame("wrong number of arguments to 'insert'") end
  local position, value = count + 1, (...)
  if given == 2 then position, value = check_position(..., 1, count + 1, "insert"), (select(2, ...)) end
  if value == nil or position > count then return set_element(self, path, data, position, value) end
  local packed = packed_value(value, path, position)
  change(self, path, "insert", position, packed, fill, position, kept(value, packed))
end

function owner.remove(self, position)
  local path, data = checked_list(self, "remove")
  local count = #data
  local index = position == nil and count or check_position(position, count == 0 and 0 or 1, count + 1, "remove")
  if index < 1 or index > count then return nil end
  local removed = lang.child_view(self, index, data[index])
  change(self, path, "remove", index, nil, take, index)
  return removed
end

local function reorder(data, sorted) table.move(sorted, 1, #sorted, 1, data) end

function owner.sort(self, compare)
  local _, data = checked_list(self, "sort")
  local root = roots[checked_path(self)[1]]
  local version, sorted = root.version, table.move(data, 1, #data, 1, lang.array {})
  if compare ~= nil and type(compare) ~= "function" then
    blame(string.format("bad argument #2 to 'sort' (function expected, got %s)", type(compare)))
  end
  table.sort(sorted, compare and function(first, second)
    return compare(lang.child_view(self, nil, first), lang.child_view(self, nil, second))
  end)
  local path = checked_path(self)
  if root.version ~= version then
    blame(string.format("`%s` changed while it was sorted; change it before or after the sort", text_of { path[1] }))
  end
  change(self, path, "replace", nil, lang.pack_data(sorted, text_of(path), nil, nil, #path - 1), reorder, sorted)
end

-- The state ------------------------------------------------------------------------------------------

local function refuse_unknown(key, hint)
  blame(string.format("unknown shared key `%s`; %s", escaped(key), hint))
end

-- `read_state` returns the value only if it has changed since the version that is known here.
local function read(key)
  local root = roots[key]
  local version, value = lang.live.read_state(key, root and root.version)
  if not version then refuse_unknown(key, value) end
  if value == nil then return root.data end
  roots[key] = type(value) == "table" and { data = value, version = version } or nil
  if value ~= lang.null then return value end
end

-- Returns an array of keys for the iterators.
local function keys() return is_running("state") and lang.live.state_keys() or {} end

lang.state = setmetatable({}, {
  __name = "the shared state",
  __index = function(_, key)
    if not is_running("state") then return nil end
    key = tostring(key)
    local value = read(key)
    return type(value) == "table" and lang.owned_view(value, owner, nil, key) or value
  end,
  __newindex = function(_, key, value)
    if not is_running("state") then return end
    key = tostring(key)
    if roots[key] and is_same(value, read(key)) then return end
    if value == nil then value = lang.null end
    local known, hint = lang.live.write_state(key, lang.pack_data(value, "state." .. key))
    if not known then refuse_unknown(key, hint) end
    roots[key] = nil
  end,
  __next = function(state, key)
    local known, i = keys(), 1
    while key ~= nil and known[i] and known[i] ~= key do i = i + 1 end
    if key ~= nil then i = i + 1 end
    if known[i] then return known[i], state[known[i]] end
  end,
  __pairs = function(state)
    local known, i = keys(), 0
    return function()
      i = i + 1
      if known[i] then return known[i], state[known[i]] end
    end
  end,
  __metatable = false,
})
