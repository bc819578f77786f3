-- `__eq`, `__lt`, `__concat`, `__len`, `__index`, `__tostring`, and `__unm` that call themselves. Expected: caught errors.
-- expect: ok services
-- seconds: 4
local meta = {}
local function new() return setmetatable({}, meta) end
meta.__eq = function(a, b) return new() == new() end
meta.__lt = function(a, b) return a < b end
meta.__le = function(a, b) return a <= b end
meta.__concat = function(a, b) return a .. b end
meta.__len = function(a) return #a end
meta.__index = function(a, key) return a[key] end
meta.__newindex = function(a, key, value) a[key] = value end
meta.__tostring = function(a) return tostring(a) end
meta.__unm = function(a) return -a end
meta.__pairs = function(a) return pairs(a) end
local a = new()
for _, body in ipairs {
  function() return a == new() end, function() return a < a end, function() return a <= a end,
  function() return a .. a end, function() return #a end, function() return a.x end, function() a.x = 1 end,
  function() return tostring(a) end, function() return -a end, function() return pairs(a) end,
  function() print(a) end, function() return ("%s"):format(a) end, function() error(a) end,
} do print((pcall(body))) end
