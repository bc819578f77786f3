-- A function endlessly declares functions as responses, which are registered permanently. Expected: a located error.
-- run: call S.m
-- expect: either {limit}
-- seconds: 10
service "S" {
  ok = reply "alive",
  m = function()
    while true do reply(function() return ("x"):rep(10) end) end
  end,
}
