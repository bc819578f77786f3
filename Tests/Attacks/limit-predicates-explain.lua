-- A thousand conditions that each use most of a budget are explained. Expected: one deadline for the whole explanation.
-- run: explain FILE S.m
-- expect: error {limit}
-- next: none
-- seconds: 10
local rules = {}
for i = 1, 1000 do
  rules[i] = when(function() for _ = 1, 60000000 do end return false end, reply(i))
end
service "S" { m = rules }
