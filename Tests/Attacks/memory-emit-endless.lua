-- A service reads another one's endless stream as a list. Expected: a located error, or the list is abandoned.
-- run: call S.m
-- expect: either .
-- seconds: 10
service "S" {
  ok = reply "alive",
  feed = stream(function() while true do emit { ("x"):rep(1000) } end end),
  m = function() return #services.S.feed {} end,
}
