-- Condition functions in matchers are called for each element of a list. Expected: one budget for the call.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
local function slow() for _ = 1, 30000000 do end return false end
service "S" {
  ok = reply "alive",
  m = { when(is.any_of(slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow, slow), reply(1)), reply(2) },
}
