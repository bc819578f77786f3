-- `table.concat` over an endless range with elements from a C function. Expected: a located error.
-- expect: error {limit}|many|large|invalid
-- seconds: 10
local list = setmetatable({}, { __index = table.concat })
pcall(table.concat, list, "", 1, 1 << 62)
table.concat(list, "", -(1 << 62), 1 << 62)
