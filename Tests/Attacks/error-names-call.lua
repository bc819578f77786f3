-- Long names in messages of running functions. Expected: short messages.
-- run: call FILE S.a S.b S.c S.d S.e S.f
-- expect: error .
local long = ("n"):rep(300000)
service "S" {
  ok = reply "alive",
  a = function() return services[long].x {} end, b = function() return services.S[long] {} end,
  c = function() return state[long] end, d = function() open_gate(long) end, e = function() return calls(long) end,
  f = function() return services.S.ok(long, long) end,
}
