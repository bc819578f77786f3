-- Endlessly nested calls of every C function that calls back. Expected: caught errors.
-- expect: ok services
local down
local object = setmetatable({}, {
  __tostring = function() return down() end, __index = function() return down() end, __lt = function() return down() end,
  __concat = function() return down() end, __len = function() return down() end, __pairs = function() return down() end,
})
local ways = {
  function() return ("x"):gsub("x", function() return down() end) end,
  function() return table.sort({ 1, 2, 3 }, function() return down() end) end,
  function() return load(function() return down() end) end,
  function() return table.concat(object) end,
  function() return ("%s%10s%q"):format(object, object, 1) end,
  function() return tostring(object) end,
  function() return xpcall(down, down) end,
  function() return pcall(down) end,
  function() return coroutine.wrap(function() return down() end)() end,
  function() return coroutine.close(coroutine.create(down)) end,
  function() return table.unpack(object, 1, 2) end,
  function() return pairs(object) end,
  function() return ("abc"):find("x", #object) end,
  function() return math.max(object, object) end,
  function() return next(setmetatable({}, { __next = function() return down() end })) end,
}
local at, steps = 0, 0
function down()
  steps = steps + 1
  if steps > 3000 then error("enough") end
  at = at % #ways + 1
  return ways[at]()
end
for start = 1, #ways do
  at, steps = start, 0
  pcall(down)
end
