-- Arguments are read one by one with `select`, which passes all of them each time. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
local function sum(...)
  local total = 0
  for i = 1, select("#", ...) do total = total + (select(i, ...) or 0) end
  return total
end
sum(table.unpack({}, 1, 300000))
