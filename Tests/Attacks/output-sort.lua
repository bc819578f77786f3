-- A worst-case sort counts its comparisons, which a random pivot would change. Expected: the same output each time.
-- expect: ok \d
-- twice: yes
-- seconds: 3
local values, solid, candidate, count = {}, 0, 0, 0
local order = {}
for i = 1, 3000 do order[i] = i values[i] = math.maxinteger end
table.sort(order, function(x, y)
  count = count + 1
  if values[x] == math.maxinteger and values[y] == math.maxinteger then
    solid = solid + 1
    values[x == candidate and x or y] = solid
  end
  if values[x] == math.maxinteger then candidate = x elseif values[y] == math.maxinteger then candidate = y end
  return values[x] < values[y]
end)
print(count, order[1], order[1500], order[3000])
