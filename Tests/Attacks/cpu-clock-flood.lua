-- Functions that call Swift for small tasks a million times. Expected: a located error.
-- run: call S.m
-- expect: error {limit}
-- seconds: 10
shared { key = 1 }
service "S" {
  ok = reply "alive",
  m = function() while true do clock() local x = state.key state.key = x calls "S.m" end end,
}
