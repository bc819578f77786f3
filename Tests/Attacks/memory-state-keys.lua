-- A thousand keys of shared state are set to ten megabytes each. Expected: memory stays limited.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
local keys = {}
for i = 1, 1000 do keys["key" .. i] = "" end
shared(keys)
service "S" {
  ok = reply "alive",
  m = function()
    for i = 1, 1000 do state["key" .. i] = ("x"):rep(10000000) end
  end,
}
