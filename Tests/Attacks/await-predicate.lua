-- A rule's condition waits. Expected: a located error.
-- run: call S.m
-- expect: error wait
service "S" {
  ok = reply "alive",
  m = { when(function() sleep(10) return true end, reply(1)), reply(2) },
}
