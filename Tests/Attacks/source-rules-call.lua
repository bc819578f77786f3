-- A method with ten thousand rules responds to two hundred calls. Expected: it ends in time.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
local rules = {}
for i = 1, 10000 do rules[i] = when({ a = i, b = is.gt(i) }, reply(i)) end
rules[10001] = reply "none"
service "S" { ok = reply "alive", other = rules, m = function() for _ = 1, 200 do services.S.other { a = 0, b = 0 } end return 1 end }
