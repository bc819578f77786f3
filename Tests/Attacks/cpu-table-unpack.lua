-- `table.unpack` of a million elements from a C function, in a loop. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
local list = setmetatable({}, { __index = rawlen })
while true do pcall(function() return select("#", table.unpack(list, 1, 900000)) end) end
