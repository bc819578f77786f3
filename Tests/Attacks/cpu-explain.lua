-- A call with large and numerous candidates is explained. Expected: it ends in time, and memory stays limited.
-- run: explain FILE S.m {}
-- expect: either .
-- seconds: 10
local rules, big = {}, {}
for i = 1, 1000 do big[i] = "element " .. i end
for i = 1, 1000 do rules[i] = when({ ["field" .. i] = is.one_of(big), other = big }, reply(big)) end
service "S" { m = rules }
