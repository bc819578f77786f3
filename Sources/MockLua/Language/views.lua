-- Read-only views: what `state`, `calls` and collections hand out.
--
-- A view is an empty table whose metatable leads to the data. C code that walks tables looks for
-- `__data` (wire_encode.c, iteration.c).

local lang = ...
-- One view a table, so that equal views are one, as long as anybody holds it. A view leads to its table, and a script
-- can hang more on it: with weak keys alone, chains of them would hold up the collector (weak_tables.c).
local views = setmetatable({}, { __mode = "kv" })

local function refuse()
  error("a view is read-only; change `copy(...)` and assign it", 2)
end

local view

local function read(data)
  return function(_, key)
    local value = data[key]
    return type(value) == "table" and view(value) or value
  end
end

function view(data)
  local known = views[data]
  if known then return known end
  local get = read(data)
  known = setmetatable({}, {
    __data = data,
    __index = get,
    __newindex = refuse,
    __len = function() return #data end,
    __pairs = function(self)
      return function(_, key)
        local following = next(data, key)
        if following ~= nil then return following, get(nil, following) end
      end, self, nil
    end,
    __metatable = false,
  })
  views[data] = known
  return known
end

-- A read-only view of a table; other values as they are.
function lang.view(value) return type(value) == "table" and view(value) or value end
