-- A service with thousands of rules is called repeatedly. Expected: it ends in time.
-- run: call S.m
-- expect: either {limit}
-- seconds: 5
local rules = {}
for i = 1, 5000 do rules[i] = when({ a = is.any_of(is.gt(i + 10), is.eq(-i)), b = { c = i } }, reply(i)) end
rules[#rules + 1] = reply(0)
service "R" { r = rules }
service "S" { ok = reply "alive", m = function() for i = 1, 1000000 do services.R.r { a = 1, b = { c = 0 } } end end }
