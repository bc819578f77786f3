-- A call returns forty megabytes of control characters, which JSON writes as six characters each. Expected: memory stays limited.
-- run: call S.m
-- expect: ok .
-- memory: 160
service "S" {
  ok = reply "alive",
  m = function() return ("\1"):rep(40 * 1024 * 1024) end,
}
