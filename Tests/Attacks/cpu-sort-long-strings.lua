-- Strings of ten megabytes that differ in the last byte are sorted. Expected: it ends in time.
-- expect: either {limit}
-- seconds: 10
local base, list = ("s"):rep(4000000), {}
for i = 1, 40 do list[i] = base .. i end
for _ = 1, 100 do table.sort(list, function(a, b) return a > b end) table.sort(list) end
