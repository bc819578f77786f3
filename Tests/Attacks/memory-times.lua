-- A million responses, each with a value of ten kilobytes. Expected: memory is held.
-- expect: either .
-- seconds: 10
local big = ("x"):rep(10000)
for i = 1, 100 do service("S" .. i) { m = reply(big):times(10000) } end
