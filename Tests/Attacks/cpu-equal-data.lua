-- Thousands of rules compare large equal values field by field. Expected: it ends in time.
-- run: call S.m
-- next: none
-- expect: either {limit}|.
-- seconds: 10
local big = {}
for i = 1, 20000 do big["k" .. i] = i end
local rules = {}
for i = 1, 100 do rules[i] = when({ data = is.eq { big, i } }, reply(i)) end
rules[101] = reply "none"
service "S" { ok = reply "alive", other = rules, m = function() return services.S.other { data = { big, 0 } } end }
