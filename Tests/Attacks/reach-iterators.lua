-- The iterator functions of `pairs` are called with other tables, other keys, and nothing. Expected: caught errors or a response.
-- expect: ok services
local list = pairs({ 1, 2 })
local map = pairs({ a = 1, b = 2 })
local one = pairs({ a = 1 })
local state_pairs = pairs(json)
for _, iterator in ipairs { list, map, one, state_pairs } do
  for _, argument in ipairs { "text", 5, {}, { 1 }, setmetatable({}, { __index = function() return 1 end }) } do
    pcall(iterator, argument, 1)
    pcall(iterator, argument, "a")
    pcall(iterator, argument, nil)
    pcall(iterator, argument, math.maxinteger)
  end
  pcall(iterator)
end
