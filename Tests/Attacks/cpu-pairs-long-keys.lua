-- `pairs` sorts keys of a megabyte that differ in the last byte. Expected: it ends in time.
-- expect: either {limit}
-- seconds: 10
local map = {}
for i = 1, 100 do map[("k"):rep(1000000) .. i] = i end
for _ = 1, 2000 do for _ in pairs(map) do break end end
