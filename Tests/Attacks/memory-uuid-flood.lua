-- A million UUIDs and random numbers are kept. Expected: it ends in time.
-- expect: either {limit}
-- seconds: 6
local t = {}
for i = 1, 1000000 do t[i] = uuid() .. random() .. random(1, 5) end
