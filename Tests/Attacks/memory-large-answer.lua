-- A call returns a hundred megabytes, which the wire format and the command need to hold as well. Expected: memory stays limited.
-- run: call S.m
-- expect: either {limit}|.
service "S" {
  ok = reply "alive",
  m = function() return ("\1"):rep(100 * 1024 * 1024) end,
}
