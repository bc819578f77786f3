-- A call is explained whose candidates are large and many. Expected: it ends in time, memory is held.
-- run: explain FILE S.m {}
-- expect: either .
-- seconds: 10
local rules, big = {}, {}
for i = 1, 1000 do big[i] = "element " .. i end
for i = 1, 1000 do rules[i] = when({ ["field" .. i] = is.one_of(big), other = big }, reply(big)) end
service "S" { m = rules }
