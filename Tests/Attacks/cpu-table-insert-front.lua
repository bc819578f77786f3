-- A hundred thousand elements are inserted at the front of a long list. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
local list = {}
for i = 1, 500000 do list[i] = i end
for i = 1, 100000 do table.insert(list, 1, i) table.remove(list, 1) table.insert(list, 2, i) end
