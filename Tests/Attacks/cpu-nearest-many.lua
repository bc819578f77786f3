-- The closest of fifty thousand known names is repeatedly searched for under pcall. Expected: it ends in time.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
local keys = {}
for i = 1, 50000 do keys["some shared key number " .. i] = i end
shared(keys)
service "S" {
  ok = reply "alive",
  m = function() for i = 1, 1000 do pcall(function() return state["some shared kee number " .. i] end) end return 1 end,
}
