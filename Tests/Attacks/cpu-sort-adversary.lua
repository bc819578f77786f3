-- The comparison returns results that make every pivot the worst. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
local values, solid, candidate = {}, 0, 0
local order = {}
for i = 1, 30000 do order[i] = i values[i] = math.maxinteger end
table.sort(order, function(x, y)
  if values[x] == math.maxinteger and values[y] == math.maxinteger then
    solid = solid + 1
    values[x == candidate and x or y] = solid
  end
  if values[x] == math.maxinteger then candidate = x elseif values[y] == math.maxinteger then candidate = y end
  return values[x] < values[y]
end)
