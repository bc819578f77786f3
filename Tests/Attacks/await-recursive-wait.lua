-- A function waits for itself through thirty services and a coroutine each. Expected: an answer or `circularCall`, no deep stack.
-- run: call S.m
-- expect: either circ
service "S" {
  ok = reply "alive",
  m = function()
    return coroutine.wrap(function() return services.S.m {} end)()
  end,
}
