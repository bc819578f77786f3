-- A rule's condition loops, and catches what stops it. Expected: a located error.
-- run: call S.m
-- expect: error {limit}
service "S" {
  ok = reply "alive",
  m = { when(function() while true do pcall(function() while true do end end) end end, reply(1)), reply(2) },
}
