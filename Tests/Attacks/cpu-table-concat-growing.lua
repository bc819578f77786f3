-- Like `cpu-table-concat`, with elements that fill memory byte by byte. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
local list = setmetatable({}, { __index = rawlen, __len = function() return math.maxinteger end })
table.concat(list)
