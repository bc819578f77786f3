-- Thousands of rules compare two equal strings. Expected: it ends in time.
-- expect: error {limit}
-- seconds: 10
local a, b = ("x"):rep(100000000) .. "a", ("x"):rep(100000000) .. "a"
local n = 0
while true do if a == b then n = n + 1 end if a ~= b then n = n + 2 end if a == b then n = n + 1 end end
