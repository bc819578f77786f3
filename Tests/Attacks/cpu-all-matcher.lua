-- A list that must contain fifty thousand values and contains fifty thousand others, without Lua at run time. Expected: it ends in time.
-- run: call S.m
-- expect: either {limit}|.
-- seconds: 10
local wanted, held = {}, {}
for i = 1, 50000 do wanted[i] = 50001 - i held[i] = i end
wanted[50000] = 0
service "S" {
  ok = reply "alive", other = { when({ list = is.containing(wanted) }, reply(1)), reply(2) },
  m = function() return services.S.other { list = held } end,
}
