-- A million responses with a value of ten kilobytes each. Expected: memory stays limited.
-- expect: either .
-- seconds: 10
local big = ("x"):rep(10000)
for i = 1, 100 do service("S" .. i) { m = reply(big):times(10000) } end
