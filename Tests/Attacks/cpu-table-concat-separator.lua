-- A separator of a megabyte between a thousand numbers. Expected: a located error.
-- expect: error {limit}
-- seconds: 10
local list = {}
for i = 1, 100000 do list[i] = i end
table.concat(list, (","):rep(1 << 20))
