-- A comparison function in C sorts a million elements repeatedly. Expected: a located error.
-- expect: either {limit}|order|number
-- seconds: 10
local list = {}
for i = 1, 500000 do list[i] = "k" .. i % 1000 end
for _ = 1, 50 do pcall(table.sort, list, rawequal) pcall(table.sort, list) end
