-- `%q` with forty megabytes of control characters, in a loop. Expected: it ends in time.
-- expect: either {limit}
-- seconds: 10
local text = ("\0001\n"):rep(10000000)
for _ = 1, 100 do pcall(string.format, "%q", text) end
