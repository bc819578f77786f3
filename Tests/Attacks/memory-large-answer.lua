-- A call answers with a hundred megabytes, of which the wire and the command need some as well. Expected: memory is held.
-- run: call S.m
-- expect: either {limit}|.
service "S" {
  ok = reply "alive",
  m = function() return ("\1"):rep(100 * 1024 * 1024) end,
}
