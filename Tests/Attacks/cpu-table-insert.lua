-- `table.insert` and `table.remove` in a table with a forged length. Expected: a located error.
-- expect: error {limit}|bounds|large
-- seconds: 10
local list = setmetatable({}, { __len = function() return 1 << 50 end })
pcall(table.insert, list, 1, "x")
pcall(table.remove, list, 1)
table.insert(list, 1, "x")
