-- A thousand conditions that each use most of a budget, in one call. Expected: one deadline for the call.
-- run: call S.m
-- expect: error {limit}
-- seconds: 10
local rules = {}
for i = 1, 1000 do
  rules[i] = when(function() for _ = 1, 60000000 do end return false end, reply(i))
end
rules[1001] = reply "plain"
service "S" { ok = reply "alive", m = rules }
