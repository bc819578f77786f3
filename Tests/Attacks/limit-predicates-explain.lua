-- A thousand conditions that burn most of a budget each, explained. Expected: one deadline for the question.
-- run: explain FILE S.m
-- expect: error {limit}
-- next: none
-- seconds: 10
local rules = {}
for i = 1, 1000 do
  rules[i] = when(function() for _ = 1, 60000000 do end return false end, reply(i))
end
service "S" { m = rules }
