-- A rule's condition calls a service in a coroutine. Expected: a located error.
-- run: call S.m
-- expect: error wait
service "S" {
  ok = reply "alive",
  m = {
    when(function() return coroutine.wrap(function() return services.S.ok {} end)() end, reply(1)),
    reply(2),
  },
}
