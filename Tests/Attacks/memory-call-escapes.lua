-- A call answers with forty megabytes of control characters, each of which JSON writes as six. Expected: memory is held.
-- run: call S.m
-- expect: ok .
-- memory: 160
service "S" {
  ok = reply "alive",
  m = function() return ("\1"):rep(40 * 1024 * 1024) end,
}
