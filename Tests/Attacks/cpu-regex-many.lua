-- Ten thousand different expressions are tried. Expected: it ends in time.
-- run: call S.m '{"text":"none of them"}'
-- expect: either .
-- seconds: 10
local rules = {}
for i = 1, 5000 do rules[i] = when({ text = is.regex("^(word" .. i .. "|[a-z]{" .. i % 50 + 1 .. "}){1,20}$") }, reply(i)) end
rules[#rules + 1] = reply "none"
service "S" { ok = reply "alive", m = rules }
