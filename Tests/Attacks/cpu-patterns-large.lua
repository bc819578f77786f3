-- Long strings and argument lists are compared with those of many patterns. Expected: it ends in time.
-- run: call S.m
-- expect: either {limit}
-- seconds: 6
local text, list, rules = ("\u{e9}x"):rep(20000), {}, {}
for i = 1, 500 do list[i] = i end
for i = 1, 200 do
  rules[#rules + 1] = when({ a = text .. i }, reply(i))
  list[500] = -i
  rules[#rules + 1] = when({ b = is.one_of(list) }, reply(i))
end
rules[#rules + 1] = reply(0)
service "R" { r = rules }
service "S" { ok = reply "alive", m = function() for i = 1, 1000000 do services.R.r { a = text, b = i } end end }
