-- A function waits for itself through thirty services with a coroutine each. Expected: a response or `circularCall`, without a deep stack.
-- run: call S.m
-- expect: either circ|cycle
service "S" {
  ok = reply "alive",
  m = function()
    return coroutine.wrap(function() return services.S.m {} end)()
  end,
}
