-- The order of objects as keys would reveal their addresses. Expected: the same output each time.
-- expect: ok services
-- open: keys that are objects have no order
local map, order = {}, {}
for i = 1, 100 do map[{}] = i map[function() return i end] = -i end
for _, value in pairs(map) do order[#order + 1] = value end
print(table.concat(order, " "))
local key, value = next(map)
print(value)
