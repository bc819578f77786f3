-- Functions and responses wait at gates that are never opened from outside, and open them for each other. Expected: responses, because gates are open here.
-- run: call FILE S.m S.n
-- expect: either .
service "S" {
  ok = reply "alive", waits = reply(1):gate "never", other = function() open_gate "second" return reply(2):gate "first" end,
  n = reply(3):gate "second",
  m = function() pcall(open_gate, "none") services.S.waits {} services.S.other {} open_gate "first" return 1 end,
}
