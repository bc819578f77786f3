-- A thousand rules with patterns of a hundred fields, in a loop. Expected: a located error.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
local rules = {}
for i = 1, 1000 do
  local pattern = {}
  for f = 1, 100 do pattern["field" .. f] = is.gt(i) end
  rules[i] = when(pattern, reply(i))
end
rules[#rules + 1] = reply "none"
service "S" {
  ok = reply "alive", other = rules,
  m = function()
    local arguments = {}
    for f = 1, 100 do arguments["field" .. f] = f < 100 and 5000 or 0 end
    for _ = 1, 1000 do services.S.other(arguments) end
    return 1
  end,
}
